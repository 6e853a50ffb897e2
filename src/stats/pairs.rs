//! Games that belong together.

use super::{Score, Unit};

/// Pairs of games between the same two players, from the same opening with colours changed,
/// by what they brought the first player.
///
/// An opening may favour a colour, so that the games of a pair have to do with each other;
/// pairs have nothing to do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs([u32; Self::RESULTS]);

impl Pairs {
    /// How many results a pair can have: 0, ½, 1, 1½ and 2 points.
    pub const RESULTS: usize = 5;

    /// So many pairs that brought 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn new(counts: [u32; Self::RESULTS]) -> Self {
        Self(counts)
    }

    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn counts(&self) -> [u32; Self::RESULTS] {
        self.0
    }

    /// How many pairs.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// One pair more, which brought so many half points; more than four are four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(Self::RESULTS - 1)] += 1;
    }

    /// Both together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
        self
    }

    /// The same pairs from the other side.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Every pair as a trial.
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
