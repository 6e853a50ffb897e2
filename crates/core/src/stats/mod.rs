//! Statistics of game results: scores, Elo, sequential tests, ratings.
//!
//! | question | answer |
//! |---|---|
//! | what are the results of two players? | [`Encounter`], with the [`Pairs`] that belong together |
//! | how much stronger is one of them? | [`Score::elo`] of [`Encounter::score`] |
//! | may the match end? | [`Sprt::state`] |
//! | how strong are many players? | [`ratings`] |

mod encounter;
mod normalised;
mod sprt;
mod strength;
#[cfg(test)]
mod tests;

pub use encounter::{Encounter, Encounters, GameScore};
pub use sprt::{EloModel, InvalidSprt, Sprt, SprtState, Verdict};
pub use strength::{Rating, ratings};

use std::f64::consts::{LN_10, SQRT_2};

/// Half the width of a 95 % confidence interval, in standard deviations.
const NINETY_FIVE: f64 = 1.96;
/// An event that did not happen in n trials happens in at most 3 of n with 95 % confidence.
const RULE_OF_THREE: f64 = 3.0;

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
        Score::of(&self.trials())
    }

    /// Each game as an independent trial.
    #[must_use]
    pub fn trials(self) -> [Trials; 3] {
        let trials = |count, points| Trials {
            count,
            points,
            games: 1.0,
        };
        [
            trials(self.won, 1.0),
            trials(self.drawn, 0.5),
            trials(self.lost, 0.0),
        ]
    }
}

/// Trials with the same result: single games or pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trials {
    /// The number of such trials.
    pub count: u32,
    /// The points of each trial.
    pub points: f64,
    /// The games of each trial.
    pub games: f64,
}

/// The mean score of some games, with its standard error.
///
/// A trial is a single game or a pair of games: the games of a pair are correlated, trials are
/// independent. The standard error is that of a ratio of two sums over trials,
/// √Σ(points − mean · games)² / Σ games. For single games this is the usual √(variance / games),
/// for pairs the one by the variance of the five results that a pair can have. Source: William
/// Cochran, *Sampling Techniques* (1977), chapter 6.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    mean: f64,
    error: f64,
    games: f64,
    trials: f64,
}

/// A difference in strength counted in standard deviations of a game's result, which
/// depends less on how often games are drawn than [`Elo`] does.
///
/// Source: Michel Van den Bergh, *Comments on Normalized Elo*: (score − ½) / deviation ·
/// 800 / ln 10, so that it is about Elo where nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normalised {
    /// The difference; positive if the first player is stronger.
    pub difference: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

impl Score {
    /// The score of these trials; `None` if there are no games.
    #[must_use]
    pub fn of(trials: &[Trials]) -> Option<Self> {
        let sum = |value: &dyn Fn(&Trials) -> f64| {
            let terms = trials
                .iter()
                .map(|same| f64::from(same.count) * value(same));
            terms.sum::<f64>()
        };
        let games = sum(&|same| same.games);
        if games <= 0.0 {
            return None;
        }
        let mean = sum(&|same| same.points) / games;
        let squares = sum(&|same| (same.points - mean * same.games).powi(2));
        Some(Self {
            mean,
            error: squares.sqrt() / games,
            games,
            trials: sum(&|_| 1.0),
        })
    }

    /// The mean, between 0 and 1.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean.
    ///
    /// If all trials have the same result, the deviation is 0 although the score is not
    /// certain: the 95 % interval is at least 3 / trials to either side.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error.max(RULE_OF_THREE / NINETY_FIVE / self.trials)
    }

    /// The 95 % confidence interval, by the normal distribution.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let width = NINETY_FIVE * self.error();
        ((self.mean - width).max(0.0), (self.mean + width).min(1.0))
    }

    /// The difference in strength for which this is the expected score.
    ///
    /// The difference for a score of 0 or 1 would be infinite: the score is clamped to half a
    /// point from both. An interval of scores that reaches 0 or 1 has no bound there.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let least = 0.5 / self.games;
        let (low, high) = self.interval();
        Elo {
            difference: Elo::of_score(self.mean.clamp(least, 1.0 - least)),
            low: Elo::of_score(low),
            high: Elo::of_score(high),
        }
    }

    /// The likelihood of superiority: the probability that the first player is stronger, by
    /// the normal distribution, Φ((score − ½) / error).
    #[must_use]
    pub fn superiority(&self) -> f64 {
        0.5 * libm::erfc((0.5 - self.mean) / self.error() / SQRT_2)
    }

    /// The difference in standard deviations.
    #[must_use]
    pub fn normalised(&self) -> Normalised {
        let deviation = self.error() * self.games.sqrt();
        let unit = 800.0 / LN_10;
        Normalised {
            difference: unit * (self.mean - 0.5) / deviation,
            error: unit * NINETY_FIVE / self.games.sqrt(),
        }
    }
}

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
    pub fn trials(&self) -> [Trials; Self::RESULTS] {
        let points = [0.0, 0.5, 1.0, 1.5, 2.0];
        std::array::from_fn(|result| Trials {
            count: self.0[result],
            points: points[result],
            games: 2.0,
        })
    }

    /// The mean score of a game; `None` if there are no pairs.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::of(&self.trials())
    }
}

/// A difference in strength, in Elo: 400 are odds of ten to one.
///
/// Source: Arpad Elo, *The Rating of Chessplayers, Past and Present* (1978), with the
/// logistic curve that is usual now: the expected score is 1 / (1 + 10^(-difference / 400)).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// The difference; positive if the first player is stronger.
    pub difference: f64,
    /// The lower end of the 95 % confidence interval; -∞ if that of the score is 0, as with few games.
    pub low: f64,
    /// The upper end of the interval; ∞ if that of the score is 1.
    pub high: f64,
}

impl Elo {
    /// Half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The expected score for a difference, between 0 and 1.
    #[must_use]
    pub fn expected_score(difference: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
    }

    /// The difference for an expected score; infinite for 0 and 1.
    #[must_use]
    pub fn of_score(score: f64) -> f64 {
        400.0 * (score / (1.0 - score)).log10()
    }
}
