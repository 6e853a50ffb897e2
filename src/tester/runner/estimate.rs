//! An estimate of the time that a run still takes.

use std::collections::BTreeMap;
use std::time::Duration;

/// The mean durations of what has been run, by kind. Where the same scenarios run for many
/// programs, a kind is a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    all: Mean,
    kinds: BTreeMap<usize, Mean>,
}

/// A sum of durations, and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mean {
    sum: Duration,
    count: u32,
}

impl Mean {
    fn add(&mut self, duration: Duration) {
        self.sum += duration;
        self.count += 1;
    }

    fn value(self) -> Option<Duration> {
        self.sum.checked_div(self.count)
    }
}

impl Estimate {
    /// Adds a task of a kind that took this long.
    pub fn add(&mut self, kind: usize, duration: Duration) {
        self.all.add(duration);
        self.kinds.entry(kind).or_default().add(duration);
    }

    /// The time that tasks of these kinds take, if all that was added took `elapsed`: several
    /// run at a time. `None` before anything was added. A kind that was not run yet counts like
    /// the mean of all.
    pub fn time_for(
        &self,
        kinds: impl IntoIterator<Item = usize>,
        elapsed: Duration,
    ) -> Option<Duration> {
        let usual = self.all.value()?;
        let of_kind = |kind| self.kinds.get(&kind).and_then(|mean| mean.value());
        let work: Duration = kinds
            .into_iter()
            .map(|kind| of_kind(kind).unwrap_or(usual))
            .sum();
        let done = self.all.sum.as_secs_f64();
        let seconds = work.as_secs_f64() * elapsed.as_secs_f64() / done;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_takes_as_long_as_for_other_programs() {
        let seconds = Duration::from_secs;
        let mut estimate = Estimate::default();
        assert_eq!(estimate.time_for([0], seconds(1)), None);
        estimate.add(0, seconds(1));
        estimate.add(0, seconds(3));
        estimate.add(1, seconds(8));
        // Two at a time: twelve seconds of work in six.
        let left = |kinds: &[usize]| estimate.time_for(kinds.iter().copied(), seconds(6));
        assert_eq!(left(&[]), Some(seconds(0)));
        assert_eq!(left(&[0]), Some(seconds(1)));
        assert_eq!(left(&[0, 1]), Some(seconds(5)));
        // The mean of all is 4 s.
        assert_eq!(left(&[2, 2]), Some(seconds(4)));
    }
}
