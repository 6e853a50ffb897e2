//! The scale of Elo.

/// A difference in strength, in Elo: 400 are odds of ten to one.
///
/// Source: Arpad Elo, *The Rating of Chessplayers, Past and Present* (1978), with the
/// logistic curve that is usual now: the expected score is 1 / (1 + 10^(-difference / 400)).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// By how much the first player is stronger.
    pub difference: f64,
    /// Where the interval begins that holds it in 95 of 100 cases.
    pub low: f64,
    /// Where that interval ends.
    pub high: f64,
}

impl Elo {
    /// Half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The score that a difference leads one to expect, between 0 and 1.
    #[must_use]
    pub fn expected_score(difference: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
    }

    /// The difference that leads one to expect a score; infinite for 0 and 1.
    #[must_use]
    pub fn of_score(score: f64) -> f64 {
        400.0 * (score / (1.0 - score)).log10()
    }
}
