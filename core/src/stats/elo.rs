//! The scale of Elo.

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
