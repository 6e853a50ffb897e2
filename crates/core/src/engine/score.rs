//! Values of positions, the trait of static evaluations, and scores.

use crate::board::{Bitboard, Outcome, Position, Rules};
use crate::diagnostic::text;
use crate::notation::MoveScore;
use crate::solver::Plies;
use std::fmt;
use std::sync::Arc;

/// A value of a position, in [`UNITS`]. Values beyond those of evaluations are forced wins,
/// greater if nearer.
pub type Value = i32;

/// A value of 1 in the log-odds of winning.
pub const UNITS: Value = 256;

/// A static evaluation function, for the side to move.
pub trait Evaluation: Send + Sync {
    /// The log-odds of winning, in [`UNITS`]; 0 if both sides are equally
    /// likely to win.
    fn value(&self, position: &Position) -> Value;

    /// The expected piece difference at the end of the game.
    fn stones(&self, value: Value) -> f64;

    /// A faster evaluation with the same values for positions with these blocks alone, which
    /// takes some milliseconds to prepare. `None` if there is no faster one.
    fn for_blocks(&self, _blocks: Bitboard) -> Option<Arc<dyn Evaluation>> {
        None
    }
}

/// Evaluates a position by its piece difference.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// The value of a piece: about 0.1 in the log-odds.
const PIECE: Value = 25;

impl Evaluation for Material {
    #[inline]
    fn value(&self, position: &Position) -> Value {
        let own = position.pieces(position.turn()).count().cast_signed();
        let opp = position.pieces(!position.turn()).count().cast_signed();
        PIECE * (own - opp)
    }

    fn stones(&self, value: Value) -> f64 {
        f64::from(value) / f64::from(PIECE)
    }
}

/// The score of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Score {
    /// The expected piece difference at the end of the game, own minus the other side's.
    Stones(f64),
    /// A forced win within this many plies. It is proved, but may come sooner.
    Win(u32),
    /// A forced loss within this many plies, likewise.
    Loss(u32),
}

/// The value of a win at the root. A win n plies away is worth n less.
pub(super) const WIN: Value = 32_000;
/// Values above this are forced wins, values below its negative forced losses.
pub(super) const DECIDED: Value = 30_000;
/// The greatest value of an evaluation. It leaves room for a bonus below `DECIDED`.
const UNDECIDED: Value = 29_000;
/// A bound above all values.
pub(super) const INFINITE: Value = 32_001;

/// The static evaluation of a position, clamped below the range of decided values.
#[inline]
pub(super) fn static_value(position: &Position, evaluation: &dyn Evaluation) -> Value {
    evaluation.value(position).clamp(-UNDECIDED, UNDECIDED)
}

/// The value of the position after a move without a search, for the side that has made it.
pub(super) fn value_after_move(
    child: &Position,
    rules: &Rules,
    evaluation: &dyn Evaluation,
) -> Value {
    match child.outcome(rules) {
        None => -static_value(child, evaluation),
        Some(Outcome { winner: None, .. }) => 0,
        Some(Outcome { winner, .. }) if winner == Some(child.turn()) => 1 - WIN,
        Some(_) => WIN - 1,
    }
}

impl Score {
    pub(super) fn of(value: Value, evaluation: &dyn Evaluation) -> Self {
        let plies = || WIN.abs_diff(value.abs());
        if value > DECIDED {
            Self::Win(plies())
        } else if value < -DECIDED {
            Self::Loss(plies())
        } else {
            Self::Stones(evaluation.stones(value))
        }
    }
}

impl fmt::Display for Score {
    /// Pieces with a sign, or within how many plies it ends: `+2.4`, `win within 3 plies`, `lost`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Stones(stones) => format!("{:+.1}", text::rounded(stones, 1)),
            Self::Win(0) => "won".to_owned(),
            Self::Loss(0) => "lost".to_owned(),
            Self::Win(number) => format!("win within {}", Plies::saturating(number)),
            Self::Loss(number) => format!("loss within {}", Plies::saturating(number)),
        })
    }
}

impl From<Score> for MoveScore {
    /// Hundredths of a piece, or own moves to a forced end, rounded up.
    #[allow(clippy::cast_possible_truncation)] // a board has 49 pieces
    fn from(score: Score) -> Self {
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2).max(1)).unwrap_or(i32::MAX);
        match score {
            Score::Stones(stones) => Self::Centipawns((stones * 100.0).round() as i32),
            Score::Win(plies) => Self::Mate(moves(plies)),
            Score::Loss(plies) => Self::Mate(-moves(plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_counts_pieces_for_the_side_to_move() {
        for (fen, ahead) in [
            ("xx5/7/7/7/7/7/6o x 0 1", 1),
            ("xx5/7/7/7/7/7/6o o 0 1", -1),
            ("xxx4/7/7/7/7/7/6o x 0 1", 2),
            ("x6/7/7/7/7/7/6o o 0 1", 0),
        ] {
            let value = Material.value(&fen.parse().expect("valid"));
            assert_eq!(value, ahead * PIECE, "{fen}");
            let away = Material.stones(value) - f64::from(ahead);
            assert!(away.abs() < 1e-9, "{fen}");
        }
    }

    #[test]
    fn values_after_a_move_are_for_the_side_that_made_it() {
        let after = |fen: &str| {
            let child: Position = fen.parse().expect("valid");
            value_after_move(&child, &Rules::UAI, &Material)
        };
        assert_eq!(after("xx5/7/7/7/7/7/6o x 0 1"), -PIECE);
        assert_eq!(after("xx5/7/7/7/7/7/6o o 0 1"), PIECE);
        // One side has no piece left; or as many jumps as are allowed were made in a row, with equally
        // many pieces.
        assert_eq!(after("xx5/7/7/7/7/7/7 o 0 1"), WIN - 1);
        assert_eq!(after("xx5/7/7/7/7/7/7 x 0 1"), 1 - WIN);
        assert_eq!(after("x6/7/7/7/7/7/6o x 100 60"), 0);
    }

    #[test]
    fn values_beyond_those_of_evaluations_are_forced() {
        let of = |value| Score::of(value, &Material);
        assert_eq!(of(WIN - 3), Score::Win(3));
        assert_eq!(of(7 - WIN), Score::Loss(7));
        assert_eq!(of(0), Score::Stones(0.0));
    }

    #[test]
    fn scores_of_moves() {
        let of = |score: Score| MoveScore::from(score);
        assert_eq!(of(Score::Stones(2.449)), MoveScore::Centipawns(245));
        assert_eq!(of(Score::Stones(-1.5)), MoveScore::Centipawns(-150));
        for (plies, moves) in [(0, 1), (1, 1), (2, 1), (3, 2), (8, 4)] {
            assert_eq!(of(Score::Win(plies)), MoveScore::Mate(moves));
            assert_eq!(of(Score::Loss(plies)), MoveScore::Mate(-moves));
        }
    }

    #[test]
    fn scores_in_words() {
        let shown = |score: Score| score.to_string();
        assert_eq!(shown(Score::Stones(2.449)), "+2.4");
        assert_eq!(shown(Score::Stones(-0.04)), "+0.0");
        assert_eq!(shown(Score::Stones(-12.0)), "-12.0");
        assert_eq!(shown(Score::Win(1)), "win within 1 ply");
        assert_eq!(shown(Score::Loss(4)), "loss within 4 plies");
        assert_eq!(format!("{:>6}", Score::Loss(0)), "  lost");
    }
}
