//! The score of a position, and the chances of winning.

use crate::board::{Color, Outcome, Position};
use crate::engine::{Score, UNITS, Value, Variation};

/// The score of a position for a side, and its chances of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// The score; a win or loss in 0 plies is that of a finished game.
    pub score: Score,
    /// From 0 for a certain loss to 1 for a certain win; a draw is half a win.
    pub chances: f64,
}

impl Assessment {
    /// The assessment with this score and value of a search.
    #[must_use]
    pub fn new(score: Score, value: Value) -> Self {
        let odds = f64::from(value) / f64::from(UNITS);
        let chances = match score {
            Score::Stones(_) => 1.0 / (1.0 + (-odds).exp()),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        };
        Self { score, chances }
    }

    /// The assessment of a line for the side to move.
    #[must_use]
    pub fn of(line: &Variation) -> Self {
        Self::new(line.score, line.value)
    }

    /// The assessment of a finished game for the side that would be to move.
    #[must_use]
    pub fn of_result(position: &Position, outcome: Outcome) -> Self {
        let score = match outcome.winner {
            None => Score::Stones(0.0),
            Some(winner) if winner == position.turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
        };
        Self::new(score, 0)
    }

    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            score: match self.score {
                // Never -0.
                Score::Stones(stones) => Score::Stones(0.0 - stones),
                Score::Win(plies) => Score::Loss(plies),
                Score::Loss(plies) => Score::Win(plies),
            },
            chances: 1.0 - self.chances,
        }
    }

    /// Between the side to move and Red, either way.
    #[must_use]
    pub fn for_red(self, turn: Color) -> Self {
        match turn {
            Color::Red => self,
            Color::Blue => self.turned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let better = Assessment {
            score: Score::Stones(3.0),
            chances: 0.75,
        };
        let worse = Assessment {
            score: Score::Stones(-3.0),
            chances: 0.25,
        };
        assert_eq!(better.turned(), worse);
        assert_eq!(worse.for_red(Color::Blue), better);
        assert_eq!(better.for_red(Color::Red), better);
        let won = Assessment::new(Score::Win(3), 31_997);
        assert_eq!(won.turned(), Assessment::new(Score::Loss(3), -31_997));
        let level = Assessment::new(Score::Stones(0.0), 0);
        assert_eq!(level.turned().score.to_string(), "+0.0");
        assert!((level.chances - 0.5).abs() < 1e-9);
    }

    #[test]
    fn chances_follow_the_value() {
        let chances = |value| Assessment::new(Score::Stones(1.0), value).chances;
        assert!(chances(UNITS) > 0.7);
        assert!(chances(-UNITS) < 0.3);
    }
}
