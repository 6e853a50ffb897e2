//! How far a search may go: the remaining depth.

use super::roles::Side;
use crate::board::{Bitboard, Move};

/// The remaining depth of a search. A larger horizon never hurts the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// This many plies of both sides together.
    Plies(u16),
    /// Any number of plies, of which at most this many are moves of the attacker that are
    /// not extends.
    ///
    /// Every extend of the attacker fills the board further, whatever the other side plays,
    /// so the search is finite, and a long win that needs few other moves is found early.
    /// Every win is found if the number is large enough.
    NonExtends(u16),
    /// Any number of plies. The game has to end by itself: the search is finite if there is a
    /// jump limit.
    Unlimited,
}

/// More attacks than any static bound needs to exclude.
const MANY_ATTACKS: u32 = 1 << 16;

impl Horizon {
    /// The horizon as a number: larger for a larger horizon, at least 1 in a live game.
    pub const fn rank(self) -> u16 {
        match self {
            Self::Plies(plies) => plies,
            Self::NonExtends(non_extends) => non_extends + 1,
            Self::Unlimited => 1,
        }
    }

    /// The horizon after a move; `None` if the move exceeds it.
    #[inline]
    pub fn after(self, turn: Side, mv: Move) -> Option<Self> {
        match (self, turn, mv) {
            (Self::Plies(plies), ..) => plies.checked_sub(1).map(Self::Plies),
            (Self::Unlimited, ..)
            | (Self::NonExtends(_), Side::Defender, _)
            | (Self::NonExtends(_), Side::Attacker, Move::Extend { .. }) => Some(self),
            (Self::NonExtends(non_extends), Side::Attacker, _) => {
                non_extends.checked_sub(1).map(Self::NonExtends)
            }
        }
    }

    /// Whether the attacker has failed if the game is not over.
    #[inline]
    pub const fn is_exhausted(self) -> bool {
        matches!(self, Self::Plies(0))
    }

    /// Whether a search is as fast as a table look-up.
    #[inline]
    pub const fn is_shallow(self) -> bool {
        matches!(self, Self::Plies(..3))
    }

    /// Upper bound on consecutive plies without an extend of the attacker.
    #[inline]
    pub fn max_jumps_in_a_row(self) -> u32 {
        match self {
            Self::Plies(plies) => plies.into(),
            // The defender plays one ply before and one after each.
            Self::NonExtends(non_extends) => 2 * u32::from(non_extends) + 1,
            Self::Unlimited => u32::MAX,
        }
    }

    /// Upper bound on the moves the attacker still makes.
    #[inline]
    pub fn attacks(self, turn: Side, empty: Bitboard) -> u32 {
        match (self, turn) {
            (Self::Plies(plies), Side::Attacker) => u32::from(plies).div_ceil(2),
            (Self::Plies(plies), Side::Defender) => u32::from(plies) / 2,
            // An extend fills a square. Only jumps empty squares, and each fills another.
            (Self::NonExtends(non_extends), _) => empty.count() + u32::from(non_extends),
            (Self::Unlimited, _) => MANY_ATTACKS,
        }
    }

    /// The number of replies before the last of this many attacks.
    #[inline]
    pub fn replies(turn: Side, attacks: u32) -> u32 {
        match turn {
            Side::Attacker => attacks.saturating_sub(1),
            Side::Defender => attacks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// Without a limit on plies a side can attack more often than there are empty squares.
    #[test]
    fn no_number_of_attacks_is_too_large_without_a_limit() {
        for turn in [Side::Attacker, Side::Defender] {
            let attacks = Horizon::Unlimited.attacks(turn, Bitboard::EMPTY);
            // Each attack takes a piece at least.
            assert!(attacks as usize > Square::COUNT);
            assert_eq!(Horizon::NonExtends(2).attacks(turn, Bitboard::EMPTY), 2);
        }
    }
}
