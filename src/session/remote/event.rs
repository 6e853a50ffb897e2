//! The events of a game with a remote program.

use super::Side;
use ataxx_core::board::{Color, PlayedMove};
use ataxx_core::notation::BerkeleyMove;

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
        side: Side,
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
