//! Positions in groups by how many squares are empty, and figures over a group.

use ataxx_benches::MOST_EMPTY;
use std::ops::RangeInclusive;
use std::time::Duration;

/// From the opening to the end of the game.
const BANDS: [RangeInclusive<usize>; 5] = [33..=MOST_EMPTY, 21..=32, 9..=20, 5..=8, 1..=4];

/// The groups that are not empty with what is in them, and all of it at the end.
pub fn groups<T>(results: &[T], empty: impl Fn(&T) -> usize) -> Vec<(String, Vec<&T>)> {
    let mut groups: Vec<_> = BANDS
        .iter()
        .map(|band| {
            let here = results.iter().filter(|one| band.contains(&empty(one)));
            (format!("{}–{}", band.start(), band.end()), here.collect())
        })
        .filter(|(_, here): &(String, Vec<&T>)| !here.is_empty())
        .collect();
    groups.push(("all".to_owned(), results.iter().collect()));
    groups
}

/// The lower of the two in the middle, where there are two.
pub fn median(times: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}

pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| {
        (sum + ratio.ln(), count + 1.0)
    });
    (count > 0.0).then(|| f64::exp(sum / count))
}
