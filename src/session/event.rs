//! The effects of commands and of the turns of AIs.

use super::{Address, CommandName, Message, Player, RemoteEvent, Study};
use ataxx_core::board::{Color, Outcome, PlayedMove, Position};
use ataxx_core::engine::{Choice, Level};
use ataxx_core::notation::ReadPosition;

/// An effect of a command, or of an AI's turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The game was abandoned and all its settings reset.
    Cleared,
    /// The game was abandoned and a new one begun.
    NewGame,
    /// Set-up is over.
    Started,
    /// The command has no effect in this dialect.
    NoEffect(CommandName),
    /// The user plays this colour from now on (2008).
    UserPlays(Color),
    /// The player of a colour has changed.
    PlayerSet(Color, Player),
    /// Squares were blocked; the number of all blocked squares.
    Blocked {
        /// The number of blocked squares.
        squares: u32,
    },
    /// AIs use this seed from now on.
    Seeded(i64),
    /// AIs play at this skill level from now on.
    SkillSet(Level),
    /// A move was made by hand.
    Played(Color, PlayedMove),
    /// An AI made a move.
    AiPlayed {
        /// Whose move it was.
        color: Color,
        /// The move.
        played: PlayedMove,
        /// The choice of the AI, with its score.
        choice: Choice,
    },
    /// A seeded AI reached its time limit before its node limit, so that another machine may
    /// choose another move.
    GuardStruck(Color),
    /// Moves were taken back.
    Undone {
        /// The number of moves, 1 or 2.
        moves: usize,
        /// Whether blocks placed after them were removed too.
        blocks_gone: bool,
    },
    /// The game is over.
    Over(Outcome),
    /// The lines of this file are to be run next.
    Load(String),
    /// The game is to be written to this file.
    Save(String),
    /// The game was written to this file.
    Saved(String),
    /// The position in this file is to be put on the board.
    PositionFrom(String),
    /// A position was put on the board.
    PositionSet(ReadPosition),
    /// A question about the position is to be answered.
    Study(Study),
    /// A remote opponent is to be waited for.
    Host {
        /// The name of the game.
        id: String,
    },
    /// A remote opponent is to be joined.
    Join(Address),
    /// A message is to be sent to the remote opponent.
    Send(Message),
    /// Something happened in a game with a remote opponent.
    Remote(RemoteEvent),
    /// The output of a command, in whole lines.
    Text(String),
    /// The board in the form for programs.
    Dump(Position),
    /// The board in the form for people, with the last move marked.
    Board(Position, Option<PlayedMove>),
    /// Whether the board is shown after every move from now on.
    Verbosity(bool),
    /// The session is over.
    Quit,
}

impl Event {
    /// Whether moves are taken back, or gone with their game.
    pub const fn takes_moves_away(&self) -> bool {
        matches!(self, Self::Cleared | Self::NewGame | Self::Undone { .. })
    }
}
