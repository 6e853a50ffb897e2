//! The effects of commands and of the turns of AIs, which front ends show; and requests, which the
//! interpreter answers.

use super::{CommandName, GameAddress, Player, RemoteSide};
use ataxx_core::board::{Color, Outcome, PlayedMove, Position};
use ataxx_core::engine::{Choice, Level};
use ataxx_core::notation::{BerkeleyMove, ReadPosition};
use ataxx_core::solver::Plies;

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
    SeededTimeout(Color),
    /// Moves were taken back.
    Undone {
        /// The number of moves, 1 or 2.
        moves: usize,
        /// Whether blocks placed after them were removed too.
        blocks_gone: bool,
    },
    /// The game is over.
    Over(Outcome),
    /// The game was written to this file.
    Saved(String),
    /// A position was put on the board.
    PositionSet(ReadPosition),
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
    /// The command needs this from outside, and has changed nothing.
    Request(Request),
    /// The session is over.
    Quit,
}

impl Event {
    /// Whether moves are taken back, or gone with their game.
    pub const fn takes_moves_away(&self) -> bool {
        matches!(self, Self::Cleared | Self::NewGame | Self::Undone { .. })
    }
}

/// An effect of remote play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteEvent {
    /// The host listens.
    Listening {
        /// The name of the game.
        id: String,
        /// The address, for people.
        place: String,
    },
    /// A remote program is the Opponent now.
    Joined {
        /// The side of this session.
        side: RemoteSide,
        /// The address of the other side, for people.
        other: String,
    },
    /// The remote program has made a move.
    Played {
        /// Its colour.
        color: Color,
        /// The move.
        played: PlayedMove,
    },
    /// The remote program has left before the game began.
    Left {
        /// Why the connection was lost; `None` after `stop`.
        lost: Option<String>,
    },
    /// A game ended by forfeit.
    Forfeit {
        /// The loser.
        loser: Color,
        /// Why.
        reason: ForfeitReason,
    },
    /// The remote program sent a message that is not allowed, and the game ended without a
    /// result.
    BrokenOff {
        /// The message, and what was expected.
        reason: String,
    },
    /// The remote program has not confirmed the end of the game.
    NotConfirmed,
}

/// Why a game was forfeited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForfeitReason {
    /// The loser resigned.
    Resigned,
    /// The connection was lost, for this reason.
    Lost(String),
    /// The loser sent an illegal move.
    IllegalMove(BerkeleyMove),
    /// The loser sent this in the place of a move.
    MisspeltMove(String),
}

/// What a command needs from outside the session: files, time, the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Run the lines of this file.
    Load(String),
    /// Write the game to this file.
    Save(String),
    /// Put the position in this file on the board.
    ReadPosition(String),
    /// Answer a question about the position.
    Study(Study),
    /// Wait for a remote opponent to join the game of this name.
    Host(String),
    /// Join a remote opponent.
    Join(GameAddress),
}

/// A question about the position, which the search or the solver answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// The best move.
    Hint,
    /// The score and the chances of winning.
    Eval,
    /// Whether a side can force a win within this many plies.
    Solve(Plies),
    /// The best lines with their scores.
    Analyze,
}
