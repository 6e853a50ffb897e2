//! What the attacker still has to win with.

use super::node::Side;
use crate::board::{Bitboard, Move};

/// What the attacker still has to win with. More of it never hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// So many plies, of both sides together.
    Plies(u16),
    /// As many plies as it takes, but only so many of its own that are not extends.
    ///
    /// An attacker who extends fills the board, however the other side may dither: a
    /// win that needs few other moves is found however long it takes. Every win is
    /// found in the end, with enough of them.
    NonExtends(u16),
}

impl Horizon {
    /// A number that is greater the more is left, and at least 1 in a live game.
    pub const fn rank(self) -> u16 {
        match self {
            Self::Plies(plies) => plies,
            Self::NonExtends(non_extends) => non_extends + 1,
        }
    }

    /// After a move; `None` if there is not enough left for it.
    #[inline]
    pub fn after(self, turn: Side, mv: Move) -> Option<Self> {
        match (self, turn, mv) {
            (Self::Plies(plies), ..) => plies.checked_sub(1).map(Self::Plies),
            (Self::NonExtends(_), Side::Defender, _)
            | (Self::NonExtends(_), Side::Attacker, Move::Extend { .. }) => Some(self),
            (Self::NonExtends(non_extends), Side::Attacker, _) => {
                non_extends.checked_sub(1).map(Self::NonExtends)
            }
        }
    }

    /// Whether nothing is left to win with, in a game that is not over.
    #[inline]
    pub const fn is_exhausted(self) -> bool {
        matches!(self, Self::Plies(0))
    }

    /// Whether so little is left that a search takes no longer than to look up what it
    /// found before.
    #[inline]
    pub const fn is_shallow(self) -> bool {
        matches!(self, Self::Plies(..3))
    }

    /// How many plies in a row at most are not extends of the attacker.
    #[inline]
    pub fn max_jumps_in_a_row(self) -> u32 {
        match self {
            Self::Plies(plies) => plies.into(),
            // One of the defender's before and after each.
            Self::NonExtends(non_extends) => 2 * u32::from(non_extends) + 1,
        }
    }

    /// How many moves the attacker can still make at most.
    #[inline]
    pub fn attacks(self, turn: Side, empty: Bitboard) -> u32 {
        match (self, turn) {
            (Self::Plies(plies), Side::Attacker) => u32::from(plies).div_ceil(2),
            (Self::Plies(plies), Side::Defender) => u32::from(plies) / 2,
            // Each extend fills a square that nothing empties but a jump, which fills
            // another.
            (Self::NonExtends(non_extends), _) => empty.count() + u32::from(non_extends),
        }
    }

    /// How many replies there can be before the last of so many attacks.
    #[inline]
    pub fn replies(turn: Side, attacks: u32) -> u32 {
        match turn {
            Side::Attacker => attacks.saturating_sub(1),
            Side::Defender => attacks,
        }
    }
}
