//! A mean score, and how sure it is.

use super::elo::Elo;
use std::f64::consts::{LN_10, SQRT_2};

/// How many standard deviations to either side hold 95 of 100 cases.
const NINETY_FIVE: f64 = 1.96;
/// Where nothing has happened in n trials, it happens in at most 3 of n with 95 %
/// certainty.
const RULE_OF_THREE: f64 = 3.0;

/// Trials that came out alike: single games, or pairs of games that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// How many such trials.
    pub count: u32,
    /// Points that each brought.
    pub points: f64,
    /// Games that each consists of.
    pub games: f64,
}

/// The mean score of some games, and how sure it is.
///
/// The games may come in units, pairs for example, whose games have to do with each other.
/// Units have nothing to do with each other. The standard error is that of a ratio of two
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
    /// By how much the first player is stronger.
    pub difference: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases.
    pub error: f64,
}

impl Score {
    /// The score of these units; `None` if they hold no game.
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
    /// Units that all came out alike have no deviation, and leave a doubt all the same: the
    /// 95 % interval is never less than 3 / units to either side.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error.max(RULE_OF_THREE / NINETY_FIVE / self.units)
    }

    /// The interval that holds the score in 95 of 100 cases, by the normal distribution.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let width = NINETY_FIVE * self.error();
        ((self.mean - width).max(0.0), (self.mean + width).min(1.0))
    }

    /// The difference in strength that leads one to expect this score.
    ///
    /// A score of 0 or 1 would be infinitely far away; every score is taken to be at least
    /// half a point away from both.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let least = 0.5 / self.games;
        let elo = |score: f64| Elo::of_score(score.clamp(least, 1.0 - least));
        let width = NINETY_FIVE * self.error();
        Elo {
            difference: elo(self.mean),
            low: elo(self.mean - width),
            high: elo(self.mean + width),
        }
    }

    /// The likelihood of superiority: how probable it is that the first player is the
    /// stronger one, by the normal distribution, Φ((score − ½) / error).
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
