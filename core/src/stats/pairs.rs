//! Pairs of games from one opening.

use super::{Score, Unit};

/// The number of game pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
///
/// A pair is two games of the same players from the same opening with colours swapped. An
/// opening may favour a colour, so the games of a pair are correlated; pairs are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; Self::RESULTS]);

impl Pairs {
    /// The number of possible results of a pair.
    pub const RESULTS: usize = 5;

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Adds a pair with these half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(Self::RESULTS - 1)] += 1;
    }

    /// These pairs and others.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|result| {
            self.0[result] + other.0[result]
        }))
    }

    /// The same pairs from the other side.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Each pair as a trial.
    #[must_use]
    pub fn units(&self) -> [Unit; Self::RESULTS] {
        let points = [0.0, 0.5, 1.0, 1.5, 2.0];
        std::array::from_fn(|result| Unit {
            count: self.0[result],
            points: points[result],
            games: 2.0,
        })
    }

    /// The mean score of a game; `None` if there are no pairs.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::of(&self.units())
    }
}
