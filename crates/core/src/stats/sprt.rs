//! The sequential test that ends a match early, and the likelihood ratio that it uses.

use super::{Elo, Pairs, normalised};
use thiserror::Error;

/// A sequential probability ratio test: a match ends as soon as one of two hypotheses about the
/// first player's strength can be accepted.
///
/// It is the generalised test: a hypothesis gives only the mean score, or in normalised Elo its
/// ratio to the deviation, and the likeliest distribution of pairs with it is used. The bounds are Wald's. Sources:
/// Abraham Wald, *Sequential Tests of Statistical Hypotheses*, Annals of Mathematical
/// Statistics 16 (1945); Xiaoou Li, Jingchen Liu, Zhiliang Ying, *Generalized Sequential
/// Probability Ratio Test for Separate Families of Hypotheses*, Sequential Analysis 33 (2014);
/// Michel Van den Bergh, *A practical introduction to the GSPRT*.
///
/// ```
/// use ataxx_core::stats::{Pairs, Sprt, Verdict};
///
/// let test = Sprt::new(0.0, 10.0, 0.05, 0.05).expect("a test");
/// let state = test.state(&Pairs([20, 200, 300, 330, 90]));
/// assert_eq!(state.verdict, Verdict::AcceptSecond);
/// assert!(state.ratio > state.upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the differences of a test are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// [`Elo`]: the expected score, whatever share of it are draws.
    #[default]
    Logistic,
    /// Normalised Elo: the expected score beyond one half in deviations of a game, as in
    /// [`Normalised`](super::Normalised). The number of games that a test takes then depends
    /// less on how often they are drawn.
    Normalised,
}

impl EloModel {
    /// The greatest absolute value of a hypothesis.
    #[must_use]
    pub const fn greatest(self) -> f64 {
        match self {
            Self::Logistic => 2000.0,
            Self::Normalised => 200.0,
        }
    }

    /// The unit of a difference: `Elo`, `nElo`.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Logistic => "Elo",
            Self::Normalised => "nElo",
        }
    }
}

/// An invalid parameter of a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum InvalidSprt {
    /// A difference that is not a number or beyond [`EloModel::greatest`].
    #[error("expected a difference between -{greatest} and {greatest} {unit}, found {0}", greatest = .1.greatest(), unit = .1.unit())]
    Elo(f64, EloModel),
    /// The second difference is not greater than the first one.
    #[error("expected the second difference to be greater than the first, found {0} and {1}")]
    Order(f64, f64),
    /// An error rate that is not above 0 and below one half.
    #[error("expected a rate of errors above 0 and below 0.5, found {0}")]
    Rate(f64),
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of the second hypothesis to the first.
    pub ratio: f64,
    /// At or below this, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above this, the second hypothesis is accepted.
    pub upper: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The first hypothesis is accepted: the first player is no stronger than `elo0`.
    AcceptFirst,
    /// The second hypothesis is accepted: the first player is at least as strong as `elo1`.
    AcceptSecond,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// A test of the hypothesis that the first player is stronger by `elo0` against the
    /// hypothesis that it is by `elo1`. It wrongly accepts the second with probability
    /// `alpha`, and the first with probability `beta`.
    ///
    /// # Errors
    ///
    /// When `elo0` is not below `elo1`, one of them is beyond [`EloModel::greatest`], or
    /// `alpha` or `beta` is not above 0 and below ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, InvalidSprt> {
        Self::of_model(EloModel::Logistic, elo0, elo1, alpha, beta)
    }

    /// A test of hypotheses in this model.
    ///
    /// # Errors
    ///
    /// As for [`Sprt::new`].
    pub fn of_model(
        model: EloModel,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, InvalidSprt> {
        for elo in [elo0, elo1] {
            // NaN is not within the limits either.
            if !(-model.greatest()..=model.greatest()).contains(&elo) {
                return Err(InvalidSprt::Elo(elo, model));
            }
        }
        if elo0 >= elo1 {
            return Err(InvalidSprt::Order(elo0, elo1));
        }
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(InvalidSprt::Rate(rate));
            }
        }
        Ok(Self {
            model,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// What the differences are counted in.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The difference of the first hypothesis.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of the second hypothesis.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability that the second hypothesis is accepted although the first is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability that the first hypothesis is accepted although the second is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The bounds of the log-likelihood ratio at which the test ends: ln(β / (1 − α)) and
    /// ln((1 − β) / α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The state of the test after these pairs.
    ///
    /// A result that has not occurred counts as a thousandth.
    #[must_use]
    pub fn state(&self, pairs: &Pairs) -> SprtState {
        let ratio = match self.model {
            EloModel::Logistic => {
                let [first, second] = [self.elo0, self.elo1].map(Elo::expected_score);
                log_ratio([0.0, 0.25, 0.5, 0.75, 1.0], pairs.0, first, second)
            }
            EloModel::Normalised => normalised::log_ratio(pairs.0, self.elo0, self.elo1),
        };
        let (lower, upper) = self.bounds();
        let verdict = if ratio <= lower {
            Verdict::AcceptFirst
        } else if ratio >= upper {
            Verdict::AcceptSecond
        } else {
            Verdict::Undecided
        };
        SprtState {
            ratio,
            lower,
            upper,
            verdict,
        }
    }
}

/// The value of a count of 0, so that no expected score is impossible.
pub(super) const NEARLY_NONE: f64 = 1e-3;

/// The log-likelihood ratio of the counts for the mean `second` to those for the mean
/// `first`, each under the likeliest distribution with that mean.
///
/// Among distributions with the mean s, the one that makes counts nᵢ of values aᵢ likeliest
/// has pᵢ = p̂ᵢ / (1 + θ (aᵢ − s)) with p̂ᵢ = nᵢ / Σn, where θ solves
/// Σ p̂ᵢ (aᵢ − s) / (1 + θ (aᵢ − s)) = 0. The result is Σ nᵢ ln(pᵢ of `second` / pᵢ of `first`).
///
/// Sources: Art B. Owen, *Empirical likelihood ratio confidence intervals for a single
/// functional*, Biometrika 75 (1988), for the distribution; Michel Van den Bergh, *A practical
/// introduction to the GSPRT*, for its use in matches.
///
/// Both means must lie between the least and the greatest value.
pub(super) fn log_ratio<const N: usize>(
    values: [f64; N],
    counts: [u32; N],
    first: f64,
    second: f64,
) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = counts.map(|count| f64::from(count).max(NEARLY_NONE));
    let relative = |mean: f64| {
        let away = values.map(|value| value - mean);
        let tilt = tilt(away, counts);
        away.map(|away| (tilt * away).ln_1p())
    };
    let (first, second) = (relative(first), relative(second));
    (0..N).map(|i| counts[i] * (first[i] - second[i])).sum()
}

/// The θ of the likeliest distribution, by Newton's method with bisection where that would
/// leave the interval in which all probabilities are positive.
pub(super) fn tilt<const N: usize>(away: [f64; N], counts: [f64; N]) -> f64 {
    let greatest = away.iter().copied().fold(f64::MIN, f64::max);
    let least = away.iter().copied().fold(f64::MAX, f64::min);
    // The sum falls from +∞ at `low` to −∞ at `high`, and 0 lies between.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut tilt = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (away, count) in away.iter().zip(counts) {
            let part = away / (1.0 + tilt * away);
            sum += count * part;
            slope += count * part * part;
        }
        if sum > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let newton = tilt + sum / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        // A rare value makes `1 + tilt * away` small, so that the last digits matter.
        if (next - tilt).abs() <= 2.0 * f64::EPSILON * tilt.abs() {
            return next;
        }
        tilt = next;
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    #[test]
    fn bounds_by_hand() {
        // ln 19 = 2.944, and ln(0.98 / 0.01), ln(0.02 / 0.99).
        let (lower, upper) = test(0.0, 5.0).bounds();
        assert!((upper - 2.944).abs() < 1e-3 && (lower + upper).abs() < 1e-9);
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.01, 0.02).expect("a test").bounds();
        assert!((upper - 4.5850).abs() < 1e-4, "{upper}");
        assert!((lower + 3.9020).abs() < 1e-4, "{lower}");
    }

    #[test]
    fn verdicts() {
        let verdict = |pairs| test(0.0, 50.0).state(&Pairs(pairs)).verdict;
        assert_eq!(verdict([0; 5]), Verdict::Undecided);
        assert_eq!(verdict([5, 5, 10, 5, 5]), Verdict::Undecided);
        assert_eq!(verdict([60, 50, 100, 50, 60]), Verdict::AcceptFirst);
        assert_eq!(verdict([5, 5, 10, 15, 65]), Verdict::AcceptSecond);
    }

    /// The figures of fastchess' own tests, in `app/tests/sprt_test.cpp`, with its pairs in our
    /// order. It gives them to within a hundredth part.
    #[test]
    fn ratios_are_those_of_fastchess() {
        use EloModel::{Logistic, Normalised};
        let cases = [
            (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
            (Normalised, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
            (Normalised, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
            (Normalised, 0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
        ];
        for (model, elo0, elo1, pairs, expected) in cases {
            let test = Sprt::of_model(model, elo0, elo1, 0.05, 0.05).expect("a test");
            let ratio = test.state(&Pairs(pairs)).ratio;
            let error = (ratio - expected).abs();
            assert!(
                error < 0.01_f64.max(0.001 * expected.abs()),
                "{pairs:?}: {ratio}"
            );
        }
    }

    #[test]
    fn invalid_parameters() {
        let error = |elo0, elo1, alpha, beta| {
            let error = Sprt::new(elo0, elo1, alpha, beta).expect_err("no test");
            error.to_string()
        };
        insta::assert_snapshot!(error(5.0, 5.0, 0.05, 0.05), @"expected the second difference to be greater than the first, found 5 and 5");
        insta::assert_snapshot!(error(f64::NAN, 5.0, 0.05, 0.05), @"expected a difference between -2000 and 2000 Elo, found NaN");
        insta::assert_snapshot!(error(0.0, f64::INFINITY, 0.05, 0.05), @"expected a difference between -2000 and 2000 Elo, found inf");
        let normalised = Sprt::of_model(EloModel::Normalised, 0.0, 201.0, 0.05, 0.05);
        insta::assert_snapshot!(normalised.expect_err("no test"), @"expected a difference between -200 and 200 nElo, found 201");
        insta::assert_snapshot!(error(0.0, 5.0, 0.0, 0.05), @"expected a rate of errors above 0 and below 0.5, found 0");
        insta::assert_snapshot!(error(0.0, 5.0, 0.05, 0.5), @"expected a rate of errors above 0 and below 0.5, found 0.5");
        insta::assert_snapshot!(error(0.0, 5.0, 0.05, f64::NAN), @"expected a rate of errors above 0 and below 0.5, found NaN");
    }

    proptest! {
        #[test]
        fn swapped_sides_have_the_negative_ratio(
            counts in prop::array::uniform5(0_u32..300),
            elo0 in -100.0_f64..100.0,
            more in 1.0_f64..50.0,
        ) {
            let pairs = Pairs(counts);
            let one = test(elo0, elo0 + more).state(&pairs);
            let other = test(-elo0 - more, -elo0).state(&pairs.reversed());
            prop_assert!((one.ratio + other.ratio).abs() < 1e-6 * (1.0 + one.ratio.abs()));
        }

        #[test]
        fn a_better_pair_increases_the_ratio(
            counts in prop::array::uniform5(1_u32..300),
            worse in 0_usize..4,
        ) {
            let before = test(-10.0, 10.0).state(&Pairs(counts));
            let mut better = counts;
            better[worse] -= 1;
            better[worse + 1] += 1;
            let after = test(-10.0, 10.0).state(&Pairs(better));
            // Only near the middle of both hypotheses: far away, one more outlier can widen
            // the distribution and so lower the ratio.
            let mean = Pairs(counts).score().expect("pairs").mean();
            prop_assume!((mean - 0.5).abs() < 0.05);
            prop_assert!(after.ratio > before.ratio);
        }
    }
}

#[cfg(test)]
mod ratio_tests {
    use super::*;
    use proptest::prelude::*;

    const PAIR: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// The likeliest distribution with a mean.
    fn likeliest(counts: [u32; 5], mean: f64) -> [f64; 5] {
        let counts = counts.map(|count| f64::from(count).max(NEARLY_NONE));
        let total: f64 = counts.iter().sum();
        let away = PAIR.map(|value| value - mean);
        let tilt = tilt(away, counts);
        std::array::from_fn(|i| counts[i] / total / (1.0 + tilt * away[i]))
    }

    #[test]
    fn two_results_are_a_coin_toss() {
        // With two values the mean determines the distribution: 70 of 100 under ½ and under 3/5.
        let expected = 70.0 * (0.6_f64 / 0.5).ln() + 30.0 * (0.4_f64 / 0.5).ln();
        let ratio = log_ratio([0.0, 1.0], [30, 70], 0.5, 0.6);
        assert!((ratio - expected).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn close_means_are_nearly_normal() {
        // For means close to each other, the ratio is nearly that of normal distributions:
        // N (s1 − s0) (2 m − s0 − s1) / (2 variance). Here m = 0.5075, and the variance
        // is 0.25² · 0.59 + 0.5² · 0.17 − 0.0075².
        let counts = [80, 290, 240, 300, 90];
        let (first, second) = (0.5, 0.507);
        let variance = (0.0625 * 590.0 + 0.25 * 170.0) / 1000.0 - 0.0075 * 0.0075;
        let expected = 1000.0 * 0.007 * (2.0 * 0.5075 - 1.007) / (2.0 * variance);
        let ratio = log_ratio(PAIR, counts, first, second);
        assert!(
            (ratio - expected).abs() < 0.01 * expected,
            "{ratio}, {expected}"
        );
    }

    #[test]
    fn equal_results() {
        for counts in [
            [0, 0, 0, 0, 100],
            [100, 0, 0, 0, 0],
            [0, 0, 1, 0, 0],
            [0; 5],
        ] {
            assert!(
                log_ratio(PAIR, counts, 0.45, 0.55).is_finite(),
                "{counts:?}"
            );
        }
        assert!(log_ratio(PAIR, [0, 0, 0, 0, 100], 0.45, 0.55) > 10.0);
        assert!(log_ratio(PAIR, [0, 0, 100, 0, 0], 0.45, 0.55).abs() < 1e-9);
    }

    fn counts() -> impl Strategy<Value = [u32; 5]> {
        prop::array::uniform5(0_u32..2000)
    }

    #[track_caller]
    fn is_a_distribution_with_that_mean(counts: [u32; 5], mean: f64) {
        let likely = likeliest(counts, mean);
        assert!(likely.iter().all(|&p| p > 0.0));
        assert!(
            (likely.iter().sum::<f64>() - 1.0).abs() < 1e-6,
            "{likely:?}"
        );
        let found: f64 = (0..5).map(|i| likely[i] * PAIR[i]).sum();
        assert!((found - mean).abs() < 1e-6, "{found}");
    }

    #[test]
    fn a_value_that_did_not_occur_can_be_most_of_the_distribution() {
        is_a_distribution_with_that_mean([134, 1487, 373, 990, 0], 0.881_358_096_206_598_1);
    }

    proptest! {
        #[test]
        fn it_is_a_distribution_with_that_mean(counts in counts(), mean in 0.01_f64..0.99) {
            prop_assume!(counts.iter().sum::<u32>() > 0);
            is_a_distribution_with_that_mean(counts, mean);
        }

        /// No other distribution with the same mean is likelier: weight moved from two
        /// values to the one between them, or back, never helps.
        #[test]
        fn no_distribution_is_likelier(counts in counts(), mean in 0.05_f64..0.95, at in 1_usize..4) {
            prop_assume!(counts.iter().sum::<u32>() > 0);
            let likely = likeliest(counts, mean);
            let value = |p: [f64; 5]| -> f64 {
                let counts = counts.map(|count| f64::from(count).max(NEARLY_NONE));
                (0..5).map(|i| counts[i] * p[i].ln()).sum()
            };
            let least = likely[at - 1].min(likely[at]).min(likely[at + 1]);
            for moved in [least * 1e-2, -least * 1e-2] {
                let mut other = likely;
                other[at - 1] -= moved;
                other[at] += 2.0 * moved;
                other[at + 1] -= moved;
                let (best, other) = (value(likely), value(other));
                prop_assert!(other <= best + 1e-9 * best.abs(), "{other} {best}");
            }
        }

        #[test]
        fn swapped_sides_have_the_negative_ratio(counts in counts(), first in 0.1_f64..0.9, second in 0.1_f64..0.9) {
            let mut reversed = counts;
            reversed.reverse();
            let one = log_ratio(PAIR, counts, first, second);
            let other = log_ratio(PAIR, reversed, 1.0 - first, 1.0 - second);
            let back = log_ratio(PAIR, counts, second, first);
            prop_assert!((one - other).abs() < 1e-6 * (1.0 + one.abs()));
            prop_assert!((one + back).abs() < 1e-6 * (1.0 + one.abs()));
        }
    }
}
