//! Commands as values.

use super::CommandName;
use crate::board::{Color, Square};
use crate::notation::{BerkeleyMove, BlockLetters};
use std::ops::Range;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Abandon the game; everything about it is as at the beginning.
    Clear,
    /// Abandon the game; who plays, the seed and verbosity stay.
    New,
    /// From set-up to playing.
    Start,
    /// Leave.
    Quit,
    /// The Player's colour.
    Color(Color),
    /// The Player is an AI.
    AutoPlayer,
    /// This side is played by an AI.
    Auto(Color),
    /// This side is played by hand.
    Manual(Color),
    /// Blocks on the squares with these letters and their reflections.
    Blocks(BlockLetters),
    /// A block on this square and its reflections.
    Block(Square),
    /// What AIs choose by from now on.
    Seed(i64),
    /// A move for the side to move.
    Move(BerkeleyMove),
    /// Take a move back.
    Undo,
    /// Let the lines of a file take the place of this one.
    Load(String),
    /// Wait for a remote opponent.
    Host {
        /// The name of the game.
        id: String,
    },
    /// Become the opponent of a waiting host.
    Join {
        /// The name of the game.
        id: String,
        /// Where the host is, `host` or `host:port`.
        host: String,
    },
    /// Explain all commands, or one.
    Help(Option<CommandName>),
    /// The board in the format that programs read.
    Dump,
    /// The board with labels.
    Board,
    /// Show the board after every move.
    Verbose,
    /// Do not.
    Quiet,
}

impl Command {
    /// The name it is called by.
    #[must_use]
    pub const fn name(&self) -> CommandName {
        match self {
            Self::Clear => CommandName::Clear,
            Self::New => CommandName::New,
            Self::Start => CommandName::Start,
            Self::Quit => CommandName::Quit,
            Self::Color(_) => CommandName::Color,
            Self::AutoPlayer | Self::Auto(_) => CommandName::Auto,
            Self::Manual(_) => CommandName::Manual,
            Self::Blocks(_) => CommandName::Blocks,
            Self::Block(_) => CommandName::Block,
            Self::Seed(_) => CommandName::Seed,
            Self::Move(BerkeleyMove::Step { .. }) => CommandName::Move,
            Self::Move(BerkeleyMove::Pass) => CommandName::Pass,
            Self::Undo => CommandName::Undo,
            Self::Load(_) => CommandName::Load,
            Self::Host { .. } => CommandName::Host,
            Self::Join { .. } => CommandName::Join,
            Self::Help(_) => CommandName::Help,
            Self::Dump => CommandName::Dump,
            Self::Board => CommandName::Board,
            Self::Verbose => CommandName::Verbose,
            Self::Quiet => CommandName::Quiet,
        }
    }
}

/// A command with the places of its parts in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The command.
    pub command: Command,
    /// Where its parts are.
    pub spans: Spans,
}

/// Where the parts of a command are, in bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// The name; of a move, all of it.
    pub name: Range<usize>,
    /// The operand; empty where there is none; of a move, all of it.
    pub operand: Range<usize>,
}
