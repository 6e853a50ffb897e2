//! The commands. Each has a file of its own with its name, usage and help, the states that
//! allow it, the parser of its operand and what it does to a session; all are listed here.

// The functions `run` share one signature, so that the list below can call each of them.
#![allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps
)]

/// The list of commands, in the order in which `help` lists them: name, operand, file. Passes
/// it to a macro.
macro_rules! with_commands {
    ($macro:ident) => {
        $macro! {
            Move(step: Step) in play,
            Pass in pass,
            Undo in undo,
            New in new,
            Clear in clear,
            Start in start,
            Quit in quit,
            Color(color: Color) in color,
            Auto(color: Option<Color>) in auto,
            Manual(color: Color) in manual,
            Block(square: Square) in block,
            Blocks(letters: BlockLetters) in blocks,
            Seed(seed: i64) in seed,
            Skill(level: Level) in skill,
            Host(id: String) in host,
            Join(address: Address) in join,
            Load(file: String) in load,
            Save(file: String) in save,
            Position(source: PositionSource) in position,
            Help(topic: Option<CommandName>) in help,
            Dump in dump,
            Fen in fen,
            Board in board,
            Legal in legal,
            Hint in hint,
            Eval in eval,
            Solve(plies: Plies) in solve,
            Analyze in analyze,
            Verbose in verbose,
            Quiet in quiet,
        }
    };
}

mod analyze;
mod auto;
mod block;
mod blocks;
mod board;
mod clear;
mod color;
mod dump;
mod eval;
mod fen;
mod help;
mod hint;
mod host;
mod join;
mod legal;
mod load;
mod manual;
mod new;
mod operand;
mod pass;
mod play;
mod position;
mod quiet;
mod quit;
mod run;
mod save;
mod seed;
mod skill;
mod solve;
mod spec;
mod start;
mod undo;
mod verbose;

pub use operand::Address;
pub use play::Step;
pub use position::PositionSource;
pub use spec::Availability;
pub(super) use spec::{Candidates, Done, Spec};

use ataxx_core::board::{Color, Square};
use ataxx_core::engine::Level;
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use ataxx_core::solver::Plies;

/// Makes the enumerations of commands, without and with operands.
macro_rules! commands {
    ($($name:ident $(($operand:ident: $type:ty))? in $module:ident,)*) => {
        /// The name of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // each is documented by `summary`
        pub enum CommandName {
            $($name,)*
        }

        /// A command with its operand.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // each is documented by `CommandName::summary`
        pub enum Command {
            $($name $(($type))?,)*
        }

        impl CommandName {
            /// All commands, in the order in which `help` lists them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            pub(super) const fn spec(self) -> &'static Spec {
                match self {
                    $(Self::$name => &$module::SPEC,)*
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

with_commands!(commands);

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
