//! The commands by name: where each is known, what it takes, and what it does.

use super::{Dialect, State};
use Dialect::{Fall2008, Fall2016, Spring2022};
use std::fmt;

/// The name of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // each is documented by `summary`
pub enum CommandName {
    Clear,
    New,
    Start,
    Quit,
    Color,
    Auto,
    Manual,
    Blocks,
    Block,
    Seed,
    Move,
    Pass,
    Undo,
    Load,
    Host,
    Join,
    Help,
    Dump,
    Board,
    Verbose,
    Quiet,
}

/// Whether a command stands in a dialect's document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// It does.
    No,
    /// It does not; it is offered all the same.
    Yes,
}

impl CommandName {
    /// All of them, in the order in which help lists them.
    pub const ALL: [Self; 21] = [
        Self::Move,
        Self::Pass,
        Self::Undo,
        Self::New,
        Self::Clear,
        Self::Start,
        Self::Quit,
        Self::Color,
        Self::Auto,
        Self::Manual,
        Self::Block,
        Self::Blocks,
        Self::Seed,
        Self::Host,
        Self::Join,
        Self::Load,
        Self::Help,
        Self::Dump,
        Self::Board,
        Self::Verbose,
        Self::Quiet,
    ];

    /// The commands of a dialect.
    pub fn of(dialect: Dialect) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |name| name.in_dialect(dialect).is_some())
    }

    /// The word that is typed; for a move, what it looks like.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::New => "new",
            Self::Start => "start",
            Self::Quit => "quit",
            Self::Color => "color",
            Self::Auto => "auto",
            Self::Manual => "manual",
            Self::Blocks => "blocks",
            Self::Block => "block",
            Self::Seed => "seed",
            Self::Move => "move",
            Self::Pass => "pass",
            Self::Undo => "undo",
            Self::Load => "load",
            Self::Host => "host",
            Self::Join => "join",
            Self::Help => "help",
            Self::Dump => "dump",
            Self::Board => "board",
            Self::Verbose => "verbose",
            Self::Quiet => "quiet",
        }
    }

    /// Whether a dialect knows the command, and if so, whether from its document.
    #[must_use]
    pub const fn in_dialect(self, dialect: Dialect) -> Option<Extra> {
        match (self, dialect) {
            (Self::New | Self::Manual | Self::Block, Fall2008)
            | (Self::New | Self::Color | Self::Blocks | Self::Host | Self::Join, Fall2016)
            | (Self::Color | Self::Blocks | Self::Host | Self::Join, Spring2022) => None,
            (Self::Undo | Self::Board | Self::Verbose | Self::Quiet, Fall2008 | Fall2016)
            | (Self::Clear | Self::Start | Self::Load, Spring2022) => Some(Extra::Yes),
            _ => Some(Extra::No),
        }
    }

    /// Whether a dialect allows the command in a state.
    #[must_use]
    pub const fn allowed_in(self, state: State, dialect: Dialect) -> bool {
        match (self, dialect) {
            (_, Spring2022) => true,
            (
                Self::Start
                | Self::Color
                | Self::Auto
                | Self::Manual
                | Self::Blocks
                | Self::Block
                | Self::Seed
                | Self::Host
                | Self::Join,
                _,
            ) => matches!(state, State::SetUp),
            (Self::Move | Self::Pass, _) => !matches!(state, State::Finished),
            _ => true,
        }
    }

    /// How a command is written in a dialect.
    #[must_use]
    pub const fn usage(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Color, _) => "color red|blue",
            (Self::Auto, Fall2008) => "auto",
            (Self::Auto, _) => "auto red|blue",
            (Self::Manual, _) => "manual red|blue",
            (Self::Blocks, _) => "blocks LETTERS",
            (Self::Block, _) => "block SQUARE",
            (Self::Seed, _) => "seed NUMBER",
            (Self::Move, _) => "a7-b7",
            (Self::Pass, _) => "-",
            (Self::Load, _) => "load FILE",
            (Self::Host, _) => "host ID",
            (Self::Join, _) => "join ID@HOST",
            (Self::Help, _) => "help [COMMAND]",
            _ => self.word(),
        }
    }

    /// What a command does, in one line.
    #[must_use]
    pub const fn summary(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Move, _) => "extend or jump from one square to another",
            (Self::Pass, _) => "pass, when there is no other legal move",
            (Self::Undo, _) => "take back a move, and one more if an AI made the last",
            (Self::New, _) => "start a new game with the same players",
            (Self::Clear, Fall2008) => "give the game up; you play red by hand again",
            (Self::Clear, _) => "give the game up; red by hand and blue by AI again",
            (Self::Start, Spring2022) => "nothing: a game is always under way",
            (Self::Start, _) => "begin to play from the position set up",
            (Self::Quit, _) => "leave",
            (Self::Color, _) => "choose your colour; red at first",
            (Self::Auto, Fall2008) => "let an AI play for you",
            (Self::Auto, _) => "let an AI play a colour",
            (Self::Manual, _) => "play a colour by hand",
            (Self::Block, _) => "block a square and its reflections",
            (Self::Blocks, _) => "block squares by letter, with their reflections",
            (Self::Seed, _) => "make what AIs do repeatable",
            (Self::Host, _) => "wait for another program to join",
            (Self::Join, _) => "join a program that waits",
            (Self::Load, _) => "carry out the lines of a file",
            (Self::Help, _) => "list the commands, or explain one",
            (Self::Dump, _) => "print the board for programs to read",
            (Self::Board, _) => "print the board with labels",
            (Self::Verbose, _) => "print the board after every move",
            (Self::Quiet, _) => "no longer print the board after every move",
        }
    }

    /// What else is good to know about a command, in whole sentences; may be
    /// empty.
    #[must_use]
    pub const fn details(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Move, _) => {
                "An extend goes to a neighbouring square and leaves the old piece where it\n\
                 was; a jump goes two squares in any direction and takes the piece along.\n\
                 Opposing pieces next to the new square change sides."
            }
            (Self::Pass, _) => "`pass`, which is in no document, does the same.",
            (Self::Undo, Fall2008) => {
                "Works after the end of the game too. A block that was placed after the\n\
                 move goes with it."
            }
            (Self::Undo, _) => "Works after the end of the game too.",
            (Self::Auto, Spring2022) => {
                "The AI plays at once when it is its turn. Each `auto` uses the seed and\n\
                 steps it by one."
            }
            (Self::Block, _) => {
                "Before the first move only. The square is mirrored in the middle file and\n\
                 in the middle rank; corners and squares with pieces cannot be blocked."
            }
            (Self::Blocks, _) => {
                "Squares of the upper left quarter:\n\
                 \x20 a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5\n\
                 \x20 1=a4 2=b4 3=c4 4=d7 5=d6 6=d5\n\
                 For example, `blocks 3gh`."
            }
            (Self::Seed, _) => {
                "The number may be negative. With a seed, an AI thinks for a fixed number\n\
                 of positions instead of a fixed time."
            }
            (Self::Load, _) => {
                "The file is looked for in the working directory, then beside the file that\n\
                 loads it."
            }
            (Self::Host, _) => {
                "The name is of letters, digits and `_`. Once somebody has joined, set-up goes\n\
                 on here, and `start` begins the game."
            }
            (Self::Join, _) => {
                "For example, `join tea@localhost`, or `join tea@192.0.2.7:20080` with a port.\n\
                 The host sets the game up; who plays on this side is settled by `auto` before."
            }
            (Self::Quit, _) => "So does the end of input.",
            _ => "",
        }
    }
}

impl fmt::Display for CommandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
