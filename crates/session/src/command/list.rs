//! The list of commands: their names and operands.

use ataxx_core::board::{Color, Square};
use ataxx_core::engine::Level;
use ataxx_core::notation::{BerkeleyMove, BlockLetters, ReadPosition};
use ataxx_core::solver::Plies;
use std::fmt;

/// The list of commands, in the order in which `help` lists them: name and operand, then the file
/// with its description and its function. Passes it to a macro.
macro_rules! with_commands {
    ($macro:ident) => {
        $macro! {
            Move(step: Step) in moves: MOVE, make_move;
            Pass in moves: PASS, pass;
            Undo in moves: UNDO, undo;
            New in game: NEW, begin_new;
            Clear in game: CLEAR, clear;
            Start in game: START, start;
            Quit in game: QUIT, quit;
            Color(color: Color) in players: COLOR, set_color;
            Auto(color: Option<Color>) in players: AUTO, set_ai;
            Manual(color: Color) in players: MANUAL, set_manual;
            Block(square: Square) in game: BLOCK, place_block;
            Blocks(letters: BlockLetters) in game: BLOCKS, place_blocks;
            Seed(seed: i64) in players: SEED, set_seed;
            Skill(level: Level) in players: SKILL, set_skill;
            Host(id: String) in remote: HOST, host;
            Join(address: GameAddress) in remote: JOIN, join;
            Load(file: String) in files: LOAD, load;
            Save(file: String) in files: SAVE, save;
            Position(source: PositionSource) in files: POSITION, set_position;
            Help(topic: Option<CommandName>) in help: HELP, help;
            Rules in help: RULES, rules;
            Dump in show: DUMP, dump;
            Fen in show: FEN, fen;
            Board in show: BOARD, board;
            Legal in show: LEGAL, list_legal;
            Hint in study: HINT, hint;
            Eval in study: EVAL, eval;
            Solve(plies: Plies) in study: SOLVE, solve;
            Analyze in study: ANALYZE, analyze;
            Verbose in show: VERBOSE, make_verbose;
            Quiet in show: QUIET, make_quiet;
        }
    };
}

pub(super) use with_commands;

/// An extend or a jump from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The origin.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

/// Where a position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionSource {
    /// The line itself.
    Written(ReadPosition),
    /// A file of this name.
    File(String),
}

/// Where a game can be joined, written `ID@HOST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAddress {
    /// The name of the game.
    pub id: String,
    /// The program that hosts it, `host` or `host:port`.
    pub host: String,
}

macro_rules! without_operand {
    ($name:ident) => {
        Some(Command::$name)
    };
    ($name:ident $operand:ident) => {
        None
    };
}

/// Makes the enumerations of commands, without and with operands.
macro_rules! enumerations {
    ($($name:ident $(($operand:ident: $type:ty))? in $file:ident: $spec:ident, $run:ident;)*) => {
        /// The name of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum CommandName {
            $($name,)*
        }

        /// A command with its operand.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $($name $(($type))?,)*
        }

        impl CommandName {
            /// All commands, in the order in which `help` lists them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The command of this name, if it has no operand.
            pub const fn without_operand(self) -> Option<Command> {
                match self {
                    $(Self::$name => without_operand!($name $($operand)?),)*
                }
            }
        }

        impl Command {
            /// The name of the command.
            pub const fn name(&self) -> CommandName {
                match self {
                    $(Self::$name { .. } => CommandName::$name,)*
                }
            }
        }
    };
}

with_commands!(enumerations);

impl Command {
    /// The move that the command makes, if it makes one.
    pub const fn as_move(&self) -> Option<BerkeleyMove> {
        match *self {
            Self::Move(Step { from, to }) => Some(BerkeleyMove::Step { from, to }),
            Self::Pass => Some(BerkeleyMove::Pass),
            _ => None,
        }
    }
}

impl From<BerkeleyMove> for Command {
    fn from(mv: BerkeleyMove) -> Self {
        match mv {
            BerkeleyMove::Step { from, to } => Self::Move(Step { from, to }),
            BerkeleyMove::Pass => Self::Pass,
        }
    }
}

/// As it is typed.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Move(step) => write!(f, "{}-{}", step.from, step.to),
            Self::Pass => f.write_str("-"),
            Self::Color(color) | Self::Manual(color) | Self::Auto(Some(color)) => {
                write!(f, "{name} {}", color.name())
            }
            Self::Block(square) => write!(f, "{name} {square}"),
            Self::Blocks(letters) => write!(f, "{name} {letters}"),
            Self::Seed(seed) => write!(f, "{name} {seed}"),
            Self::Skill(level) => write!(f, "{name} {level}"),
            Self::Host(text) | Self::Load(text) | Self::Save(text) => write!(f, "{name} {text}"),
            Self::Join(GameAddress { id, host }) => write!(f, "{name} {id}@{host}"),
            Self::Position(PositionSource::File(file)) => write!(f, "{name} @{file}"),
            Self::Position(PositionSource::Written(read)) => write!(f, "{name} {}", read.position),
            Self::Help(Some(CommandName::Pass)) => write!(f, "{name} -"),
            Self::Help(Some(topic)) => write!(f, "{name} {topic}"),
            Self::Solve(plies) => write!(f, "{name} {}", plies.0),
            _ => name.fmt(f),
        }
    }
}
