//! Statistics of game results: scores, Elo, sequential tests, ratings.
//!
//! | question | answer |
//! |---|---|
//! | what are the results of two players? | [`Encounter`], with the [`Pairs`] that belong together |
//! | how much stronger is one of them? | [`Score::elo`] of [`Encounter::score`] |
//! | may the match end? | [`Sprt::judge`] |
//! | how strong are many players? | [`ratings`] |

mod elo;
mod encounter;
mod likelihood;
mod matrix;
mod pairs;
mod score;
#[cfg(test)]
mod simulation;
mod sprt;
mod strength;

pub use elo::Elo;
pub use encounter::{Encounter, Encounters, GameScore};
pub use pairs::Pairs;
pub use score::{Normalised, Score, Unit};
pub use sprt::{InvalidSprt, Progress, Sprt, Verdict};
pub use strength::{Rating, ratings};

/// The results of the first player's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.won) + 0.5 * f64::from(self.drawn)
    }

    /// The same games from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            won: self.lost,
            drawn: self.drawn,
            lost: self.won,
        }
    }

    /// The mean score, with each game as an independent trial; `None` if there are no games.
    #[must_use]
    pub fn score(self) -> Option<Score> {
        Score::of(&self.units())
    }

    /// Each game as an independent trial.
    #[must_use]
    pub fn units(self) -> [Unit; 3] {
        let unit = |count, points| Unit {
            count,
            points,
            games: 1.0,
        };
        [
            unit(self.won, 1.0),
            unit(self.drawn, 0.5),
            unit(self.lost, 0.0),
        ]
    }
}

#[cfg(test)]
mod tests;
