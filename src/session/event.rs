//! What happened.

use super::{Address, CommandName, Message, Player, RemoteEvent};
use crate::board::{Color, Outcome, PlayedMove, Position};
use crate::engine::Choice;

/// An effect of a command, or of an AI's turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The game was abandoned and everything about it set back.
    Cleared,
    /// The game was abandoned and another begun.
    NewGame,
    /// Set-up is over.
    Started,
    /// The command has no effect in this dialect.
    NoEffect(CommandName),
    /// The user plays this colour now (2008).
    UserPlays(Color),
    /// Who plays a colour from now on.
    PlayerSet(Color, Player),
    /// Squares were blocked; the number of all blocked squares.
    Blocked {
        /// How many squares are blocked now.
        squares: u32,
    },
    /// AIs choose by this seed now.
    Seeded(i64),
    /// A move was made by hand.
    Played(Color, PlayedMove),
    /// An AI made a move.
    AiPlayed {
        /// Whose move it was.
        color: Color,
        /// The move.
        played: PlayedMove,
        /// What the AI knows of it.
        choice: Choice,
    },
    /// A seeded AI ran out of time before it ran out of nodes, so that another
    /// machine may choose otherwise.
    GuardStruck(Color),
    /// Moves were taken back.
    Undone {
        /// How many, 1 or 2.
        moves: usize,
        /// Blocks that were placed after them went too.
        blocks_gone: bool,
    },
    /// The game is over.
    Over(Outcome),
    /// The lines of this file are to be carried out next.
    Load(String),
    /// A remote opponent is to be waited for.
    Host {
        /// The name of the game.
        id: String,
    },
    /// A remote opponent is to be joined.
    Join(Address),
    /// This is to be said to the remote opponent.
    Send(Message),
    /// Something happened in a game with a remote opponent.
    Remote(RemoteEvent),
    /// The answer to a command, in whole lines.
    Text(String),
    /// The board is to be shown to programs.
    Dump(Position),
    /// The board is to be shown to people, the last move marked.
    Board(Position, Option<PlayedMove>),
    /// Whether the board is shown after every move from now on.
    Verbosity(bool),
    /// The session is over.
    Quit,
}
