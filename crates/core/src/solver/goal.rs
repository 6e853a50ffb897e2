//! Questions about a position, and the goals of a side that they are split into: an aim within a
//! horizon.

use crate::board::{Bitboard, Color, Move, Position};
use crate::diagnostic::text;
use std::fmt;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The limit on the distance of a win or loss; `None` for no limit.
    pub within: Option<Plies>,
    /// Whether to find all first moves that keep the verdict.
    pub all_moves: bool,
}

/// The value of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It can force a win in exactly this many plies. `None` if the distance is unknown.
    Win(Option<Plies>),
    /// The other side can force a win in exactly this many plies.
    Loss(Option<Plies>),
    /// Neither side can force a win within the plies of the question.
    None,
    /// Neither side can force a win at all: with best play the game is drawn.
    Draw,
    /// The budget was exhausted before the value was found.
    Unknown,
}

impl Verdict {
    /// The name, without the distance: `win`, `loss`, `none`, `draw` or `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Loss(_) => "loss",
            Self::None => "none",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        }
    }
}

/// What a side tries to force, and within which horizon.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub attacker: Color,
    pub aim: Aim,
    pub horizon: Horizon,
}

/// A proved statement: a side can force a goal, or it cannot.
#[derive(Clone, Copy, Debug)]
pub struct Lemma {
    pub goal: Goal,
    pub holds: bool,
}

impl Goal {
    /// To win within this many plies.
    pub fn win(attacker: Color, plies: u16) -> Self {
        Self {
            attacker,
            aim: Aim::Win,
            horizon: Horizon::Plies(plies),
        }
    }

    /// The goal after a move; `None` if the move exceeds the horizon.
    pub fn after(self, position: &Position, mv: Move) -> Option<Self> {
        let side = if position.turn() == self.attacker {
            Side::Attacker
        } else {
            Side::Defender
        };
        let horizon = self.horizon.after(side, mv)?;
        Some(Self { horizon, ..self })
    }
}

/// The role of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that tries to force a win.
    Attacker,
    /// The side that tries to prevent it.
    Defender,
}

impl Side {
    /// The other side.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// What a side tries to force, against any play of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// That it wins.
    Win,
    /// That it does not lose.
    Hold,
}

impl Aim {
    /// The aim with which the other side prevents this one.
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Hold,
            Self::Hold => Self::Win,
        }
    }
}

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

/// A number of plies: single moves of either side, passes included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

impl Plies {
    /// The maximum search depth; longer than any practical game.
    pub const MAX: Self = Self(5000);

    /// This number, or the greatest that there is.
    #[must_use]
    pub fn saturating(number: u32) -> Self {
        Self(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// One less, or none.
    #[must_use]
    pub(super) const fn less_one(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Plies {
    /// With its unit: `1 ply`, `3 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text::plies(self.0.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// Without a limit on plies a side can attack more often than there are empty squares.
    #[test]
    fn attacks_are_unbounded_without_a_limit() {
        for turn in [Side::Attacker, Side::Defender] {
            let attacks = Horizon::Unlimited.attacks(turn, Bitboard::EMPTY);
            // Each attack takes a piece at least.
            assert!(attacks as usize > Square::COUNT);
            assert_eq!(Horizon::NonExtends(2).attacks(turn, Bitboard::EMPTY), 2);
        }
    }
}
