//! The likelihood ratio of two expected scores.

/// The value of a count of 0, so that no expected score is impossible.
const NEARLY_NONE: f64 = 1e-3;

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
fn tilt<const N: usize>(away: [f64; N], counts: [f64; N]) -> f64 {
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
    fn two_results_are_a_coin() {
        // With two values the mean says everything: 70 of 100 under ½ and under 3/5.
        let expected = 70.0 * (0.6_f64 / 0.5).ln() + 30.0 * (0.4_f64 / 0.5).ln();
        let ratio = log_ratio([0.0, 1.0], [30, 70], 0.5, 0.6);
        assert!((ratio - expected).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn close_means_by_the_parabola() {
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
    fn results_that_are_all_alike() {
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
    fn a_value_that_did_not_occur_is_most_of_the_distribution() {
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
        fn nothing_is_likelier(counts in counts(), mean in 0.05_f64..0.95, at in 1_usize..4) {
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
        fn sides_exchanged(counts in counts(), first in 0.1_f64..0.9, second in 0.1_f64..0.9) {
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
