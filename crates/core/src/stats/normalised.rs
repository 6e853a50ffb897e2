//! The likelihood ratio of two differences in normalised Elo.

use super::sprt::{NEARLY_NONE, tilt};
use std::f64::consts::{LN_10, SQRT_2};

/// The log-likelihood ratio of the counts of pairs for the difference `second` to those for the
/// difference `first`, in normalised Elo, each under the likeliest distribution with it.
///
/// The difference is (μ − ½) / σ = t for the mean μ and the deviation σ of half a pair's points.
/// Linearised at a distribution with μ and σ, this says that the mean of
/// φᵢ = aᵢ − ½ − ½ t σ (1 + ((aᵢ − μ) / σ)²) is 0, and the likeliest distribution with a mean is
/// known: it is taken for the next μ and σ until they stay, with shorter steps where they swing.
///
/// Source: Michel Van den Bergh, *Comments on Normalized Elo*, section 4.1.
pub(super) fn log_ratio(counts: [u32; 5], first: f64, second: f64) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = counts.map(|count| f64::from(count).max(NEARLY_NONE));
    let [first, second] = [first, second].map(|elo| relative(counts, elo));
    (0..5).map(|i| counts[i] * (first[i] - second[i])).sum()
}

const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Of each value, the logarithm of its frequency to its likeliest probability.
fn relative(counts: [f64; 5], elo: f64) -> [f64; 5] {
    // The deviation of a game is √2 times that of half a pair's points.
    let difference = SQRT_2 * elo * LN_10 / 800.0;
    let total: f64 = counts.iter().sum();
    let mut likely = [0.2; 5];
    let (mut result, mut step, mut last) = ([0.0; 5], 1.0, f64::INFINITY);
    for _ in 0..200 {
        let (mean, variance) = moments(&likely);
        let deviation = variance.sqrt();
        let away = VALUES.map(|value| {
            let square = (value - mean).powi(2) / variance;
            value - 0.5 - 0.5 * difference * deviation * (1.0 + square)
        });
        let tilt = tilt(away, counts);
        result = away.map(|away| (tilt * away).ln_1p());
        let next: [f64; 5] = std::array::from_fn(|i| counts[i] / total * (-result[i]).exp());
        let changes = likely.iter().zip(next).map(|(old, new)| (new - old).abs());
        let change = changes.fold(0.0, f64::max);
        if change < 1e-10 {
            break;
        }
        if change >= last {
            step = f64::max(step / 2.0, 1.0 / 64.0);
        }
        last = change;
        likely = std::array::from_fn(|i| (1.0 - step) * likely[i] + step * next[i]);
    }
    result
}

/// The mean and the variance of a distribution.
fn moments(likely: &[f64; 5]) -> (f64, f64) {
    let sum = |term: &dyn Fn(f64) -> f64| -> f64 {
        let terms = VALUES.iter().zip(likely);
        terms.map(|(&value, p)| p * term(value)).sum()
    };
    let mean = sum(&|value| value);
    (mean, sum(&|value| (value - mean).powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_likeliest_distribution_has_the_difference(
            counts in prop::array::uniform5(0_u32..2000),
            elo in -200.0_f64..200.0,
        ) {
            prop_assume!(counts.iter().sum::<u32>() > 0);
            let counts = counts.map(|count| f64::from(count).max(NEARLY_NONE));
            let total: f64 = counts.iter().sum();
            let relative = relative(counts, elo);
            let likely = std::array::from_fn(|i| counts[i] / total * (-relative[i]).exp());
            let (mean, variance) = moments(&likely);
            prop_assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{likely:?}");
            let found = (mean - 0.5) / variance.sqrt() * 800.0 / LN_10 / SQRT_2;
            prop_assert!((found - elo).abs() < 1e-3, "{found} for {elo}");
        }

        #[test]
        fn swapped_sides_have_the_negative_ratio(
            counts in prop::array::uniform5(0_u32..2000),
            elo in -150.0_f64..150.0,
            more in 1.0_f64..50.0,
        ) {
            let mut reversed = counts;
            reversed.reverse();
            let one = log_ratio(counts, elo, elo + more);
            let other = log_ratio(reversed, -elo - more, -elo);
            prop_assert!((one + other).abs() < 1e-5 * (1.0 + one.abs()), "{one} {other}");
        }
    }
}
