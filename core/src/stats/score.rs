//! A mean score with its error.

use super::elo::Elo;
use std::f64::consts::{LN_10, SQRT_2};

/// Half the width of a 95 % confidence interval, in standard deviations.
pub(super) const NINETY_FIVE: f64 = 1.96;
/// An event that did not happen in n trials happens in at most 3 of n with 95 % confidence.
const RULE_OF_THREE: f64 = 3.0;

/// Trials with the same result: single games or pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The number of such trials.
    pub count: u32,
    /// The points of each trial.
    pub points: f64,
    /// The games of each trial.
    pub games: f64,
}

/// The mean score of some games, with its standard error.
///
/// Games can be grouped in units, such as pairs, whose games are correlated; units are
/// independent. The standard error is that of a ratio of two
/// sums over units, √Σ(points − mean · games)² / Σ games. For single games this is the
/// usual √(variance / games), for pairs the one by the variance of the five results that a
/// pair can have. Source: William Cochran, *Sampling Techniques* (1977), chapter 6.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    mean: f64,
    error: f64,
    games: f64,
    units: f64,
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
    /// The score of these units; `None` if there are no games.
    #[must_use]
    pub fn of(units: &[Unit]) -> Option<Self> {
        let sum = |value: &dyn Fn(&Unit) -> f64| {
            let terms = units.iter().map(|unit| f64::from(unit.count) * value(unit));
            terms.sum::<f64>()
        };
        let games = sum(&|unit| unit.games);
        if games <= 0.0 {
            return None;
        }
        let mean = sum(&|unit| unit.points) / games;
        let squares = sum(&|unit| (unit.points - mean * unit.games).powi(2));
        Some(Self {
            mean,
            error: squares.sqrt() / games,
            games,
            units: sum(&|_| 1.0),
        })
    }

    /// The mean, between 0 and 1.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean.
    ///
    /// If all units have the same result, the deviation is 0 although the score is not
    /// certain: the 95 % interval is at least 3 / units to either side.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error.max(RULE_OF_THREE / NINETY_FIVE / self.units)
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
