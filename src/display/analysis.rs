//! The results of the analyst.

use crate::board::{Color, Move, Position};
use crate::engine::{Score, UNITS, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// The analysis of the position on the board and of those before it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The number of the analysed board.
    pub board: u64,
    /// The best lines, best first.
    pub lines: Vec<Found>,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the analysis goes on.
    pub running: bool,
    /// The result of the search for a forced win.
    pub solved: Option<String>,
    /// The values of positions of the game.
    pub course: Arc<HashMap<Position, Worth>>,
}

impl Analysis {
    /// The moves of a forced win that the solver has found on this board.
    pub fn forced_win(&self, board: u64) -> Option<&[Move]> {
        self.solved.as_ref().filter(|_| self.board == board)?;
        let found = self.lines.first()?;
        matches!(found.worth, Worth::Forced { .. }).then_some(&found.moves)
    }
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its value.
    pub worth: Worth,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Nothing is forced.
    Open {
        /// The expected lead of Red in pieces at the end.
        ahead: f64,
        /// The chances of Red, from 0 to 1.
        chance: f64,
    },
    /// A side can force a win within this many plies.
    Forced {
        /// The side.
        winner: Color,
        /// The plies.
        plies: u32,
    },
}

impl Worth {
    /// The value of a position with this side to move, from the result of a search.
    pub fn of(score: Score, value: Value, turn: Color) -> Self {
        match score {
            Score::Win(plies) => Self::Forced {
                winner: turn,
                plies,
            },
            Score::Loss(plies) => Self::Forced {
                winner: !turn,
                plies,
            },
            Score::Stones(stones) => {
                let sign = match turn {
                    Color::Red => 1.0,
                    Color::Blue => -1.0,
                };
                let logit = sign * f64::from(value) / f64::from(UNITS);
                Self::Open {
                    ahead: sign * stones,
                    chance: 1.0 / (1.0 + (-logit).exp()),
                }
            }
        }
    }

    /// The chances of Red, from 0 to 1.
    pub const fn chance(self) -> f64 {
        match self {
            Self::Open { chance, .. } => chance,
            Self::Forced {
                winner: Color::Red, ..
            } => 1.0,
            Self::Forced {
                winner: Color::Blue,
                ..
            } => 0.0,
        }
    }

    /// In few words: `Red +2.4`, `Red wins in 5`.
    pub fn words(self) -> String {
        match self {
            Self::Forced { winner, plies: 0 } => format!("{winner} has won"),
            Self::Forced { winner, plies } => format!("{winner} wins in {plies}"),
            Self::Open { ahead, .. } if ahead.abs() < 0.05 => "level".to_owned(),
            Self::Open { ahead, .. } if ahead < 0.0 => format!("Blue +{:.1}", -ahead),
            Self::Open { ahead, .. } => format!("Red +{ahead:.1}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_is_said_of_red() {
        let words = |score, value, turn| Worth::of(score, value, turn).words();
        assert_eq!(words(Score::Win(5), 31_995, Color::Red), "Red wins in 5");
        assert_eq!(words(Score::Loss(4), -31_996, Color::Red), "Blue wins in 4");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Red), "Red +2.4");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Blue), "Blue +2.4");
        assert_eq!(words(Score::Stones(0.0), 0, Color::Blue), "level");
    }

    #[test]
    fn chances_are_those_of_red() {
        let chance = |score, value, turn| Worth::of(score, value, turn).chance();
        assert!(chance(Score::Stones(1.0), UNITS, Color::Red) > 0.7);
        assert!(chance(Score::Stones(1.0), UNITS, Color::Blue) < 0.3);
        assert!((chance(Score::Stones(0.0), 0, Color::Red) - 0.5).abs() < 1e-9);
        assert!((chance(Score::Win(1), 31_999, Color::Blue) - 0.0).abs() < 1e-9);
    }
}
