//! The score of a position, and the chances of winning.

use ataxx_toolkit::board::{Color, Outcome, Position};
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::engine::{Score, UNITS, Variation};
use ataxx_toolkit::solver::Plies;
use serde::Serialize;
use std::fmt;

/// The score of a position for a side, and its chances of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    pub score: Shown,
    /// From 0 for a sure loss to 1 for a sure win; a draw is half a win.
    pub chances: f64,
}

/// A score, as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// The expected lead in pieces at the end.
    Stones(f64),
    /// A forced win in this many plies.
    Win(u32),
    /// A forced loss in this many plies.
    Loss(u32),
}

impl Assessment {
    /// The assessment of a line for the side to move.
    pub fn of(line: &Variation) -> Self {
        let odds = f64::from(line.value) / f64::from(UNITS);
        let (score, chances) = match line.score {
            Score::Stones(stones) => (
                Shown::Stones(text::rounded(stones, 2)),
                1.0 / (1.0 + (-odds).exp()),
            ),
            Score::Win(plies) => (Shown::Win(plies), 1.0),
            Score::Loss(plies) => (Shown::Loss(plies), 0.0),
        };
        Self { score, chances }
    }

    /// The assessment of a finished game for the side that would be to move.
    pub fn of_result(position: &Position, outcome: Outcome) -> Self {
        let (score, chances) = match outcome.winner {
            None => (Shown::Stones(0.0), 0.5),
            Some(winner) if winner == position.turn() => (Shown::Win(0), 1.0),
            Some(_) => (Shown::Loss(0), 0.0),
        };
        Self { score, chances }
    }

    /// The same for the other side.
    pub fn turned(self) -> Self {
        Self {
            score: match self.score {
                Shown::Stones(stones) => Shown::Stones(0.0 - stones),
                Shown::Win(plies) => Shown::Loss(plies),
                Shown::Loss(plies) => Shown::Win(plies),
            },
            chances: 1.0 - self.chances,
        }
    }

    /// The same for Red, of the assessment for the side to move.
    pub fn for_red(self, turn: Color) -> Self {
        match turn {
            Color::Red => self,
            Color::Blue => self.turned(),
        }
    }

    /// The chances in words.
    pub fn percent(self) -> String {
        in_percent(self.chances)
    }
}

/// A fraction in percent.
pub fn in_percent(fraction: f64) -> String {
    text::percent(fraction, 0)
}

/// A number of plies with the word.
pub fn plies(number: u32) -> Plies {
    Plies(u16::try_from(number).unwrap_or(u16::MAX))
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Stones(stones) => {
                format!("{:+.1}", text::rounded(stones, 1))
            }
            Self::Win(0) => "won".to_owned(),
            Self::Loss(0) => "lost".to_owned(),
            Self::Win(number) => format!("win in {}", plies(number)),
            Self::Loss(number) => format!("loss in {}", plies(number)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_words() {
        let shown = |score: Shown| score.to_string();
        assert_eq!(shown(Shown::Stones(2.449)), "+2.4");
        assert_eq!(shown(Shown::Stones(-0.04)), "+0.0");
        assert_eq!(shown(Shown::Stones(-12.0)), "-12.0");
        assert_eq!(shown(Shown::Win(1)), "win in 1 ply");
        assert_eq!(shown(Shown::Loss(4)), "loss in 4 plies");
        assert_eq!(format!("{:>6}", Shown::Loss(0)), "  lost");
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let better = Assessment {
            score: Shown::Stones(3.0),
            chances: 0.75,
        };
        let worse = Assessment {
            score: Shown::Stones(-3.0),
            chances: 0.25,
        };
        assert_eq!(better.turned(), worse);
        assert_eq!(worse.for_red(Color::Blue), better);
        assert_eq!(better.for_red(Color::Red), better);
        let level = Assessment {
            score: Shown::Stones(0.0),
            chances: 0.5,
        };
        assert_eq!(level.turned().score.to_string(), "+0.0");
    }
}
