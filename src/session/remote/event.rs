//! What happens in a game with a remote program.

use super::Side;
use crate::board::{Color, PlayedMove};
use crate::notation::BerkeleyMove;

/// An effect of remote play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteEvent {
    /// Somebody can join.
    Listening {
        /// The name of the game.
        id: String,
        /// Where the door is, for people.
        place: String,
    },
    /// A remote program is the Opponent now.
    Joined {
        /// Which side we are.
        side: Side,
        /// Where the other one is, for people.
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
        /// Why the connection was lost; `None` when it said so itself.
        lost: Option<String>,
    },
    /// A game ended by forfeit.
    Forfeit {
        /// Who has lost it.
        loser: Color,
        /// Why.
        reason: ForfeitReason,
    },
    /// The remote program has said what it may not say, and the game ended without a
    /// result.
    BrokenOff {
        /// What it said, and what it might have.
        reason: String,
    },
    /// The remote program has not said that it has seen the last move.
    NotConfirmed,
}

/// Why a game is forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForfeitReason {
    /// The loser has given it up.
    Resigned,
    /// The connection was lost, for this reason.
    Lost(String),
    /// The loser has sent a move that is not legal.
    IllegalMove(BerkeleyMove),
}
