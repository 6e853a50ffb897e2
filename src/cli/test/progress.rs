//! The progress of a run: a bar at a terminal, a line now and then in a log file.

use crate::cli::output;
use crate::cli::progress::{self, Progress};
use crate::runner::Task;
use ataxx_core::diagnostic::text;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The interval of lines in a log file.
const LINES: Duration = Duration::from_secs(30);
/// The interval at which the estimate is renewed.
const ESTIMATES: Duration = Duration::from_millis(500);

/// The progress of a run, with an estimate of the time left.
pub struct Bar {
    drawn: Progress,
    /// The tasks that have not ended, with their kinds: those of a kind take about as long.
    left: BTreeMap<usize, usize>,
    total: usize,
    /// Whether stderr goes to a file, where lines are written instead of the bar.
    is_log: bool,
    begun: Instant,
    estimate: Estimate,
    /// When the estimate was renewed.
    estimated: Instant,
    /// When the last line was written.
    written: Instant,
    /// The running tasks, the oldest first.
    running: BTreeMap<usize, (String, Instant)>,
}

impl Bar {
    pub fn new(scenarios: usize) -> Self {
        Self::of_kinds((0..scenarios).collect(), scenarios)
    }

    /// The progress of tasks of these kinds, the last ones of `total`.
    pub fn of_kinds(kinds: Vec<usize>, total: usize) -> Self {
        let now = Instant::now();
        Self {
            drawn: Progress::estimated(total as u64),
            left: kinds.into_iter().enumerate().collect(),
            total,
            is_log: !progress::is_drawn(),
            begun: now,
            estimate: Estimate::default(),
            estimated: now,
            written: now,
            running: BTreeMap::new(),
        }
    }

    pub fn started(&mut self, index: usize, task: &Task) {
        self.started_as(index, &task.identity.name);
    }

    /// Begins a task that is shown by this name.
    pub fn started_as(&mut self, index: usize, name: &str) {
        /// The part of a name that leaves room for the bar.
        const ROOM: usize = 40;
        let start: String = name.chars().take(ROOM).collect();
        let shown = text::visible(&start).into_owned();
        self.running.insert(index, (shown, Instant::now()));
        self.show();
    }

    pub fn ended(&mut self, index: usize) {
        let kind = self.left.remove(&index);
        let begun = self.running.remove(&index);
        if let (Some(kind), Some((_, begun))) = (kind, begun) {
            self.estimate.add(kind, begun.elapsed());
        }
        self.show();
        self.write_line();
    }

    fn done(&self) -> usize {
        self.total - self.left.len()
    }

    fn show(&mut self) {
        if self.estimated.elapsed() >= ESTIMATES {
            self.estimated = Instant::now();
            self.drawn.estimate(self.time_left());
        }
        // The task that has run longest is shown.
        let name = self.running.values().next();
        let name = name.map_or("", |(name, _)| name.as_str());
        self.drawn.count(self.done() as u64, name);
    }

    /// Writes a line into a log file, if the last one is long ago.
    fn write_line(&mut self) {
        if !self.is_log || self.written.elapsed() < LINES || self.left.is_empty() {
            return;
        }
        self.written = Instant::now();
        let (done, total, left) = (self.done(), self.total, self.time_left());
        output::message(&format!("{done} of {total} scenarios{left}\n"));
    }

    /// The estimate in words: `, about 4 min left`.
    fn time_left(&self) -> String {
        let kinds: BTreeSet<usize> = self.running.keys().copied().collect();
        let waiting = self.left.iter().filter(|(index, _)| !kinds.contains(index));
        let waiting = waiting.map(|(_, kind)| *kind);
        let left = self.estimate.time_for(waiting, self.begun.elapsed());
        left.map_or_else(String::new, |left| {
            format!(", about {} left", roughly(left))
        })
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        self.drawn = Progress::none();
    }

    /// Runs the action while the bar is hidden.
    pub fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.drawn.aside(action)
    }
}

/// A time without false precision: `20 s`, `5 min`, `2 h 10 min`.
fn roughly(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("{} s", seconds + 1),
        10..=99 => format!("{} s", seconds.div_ceil(10) * 10),
        100..=3599 => format!("{} min", seconds.div_ceil(60)),
        _ => {
            let minutes = seconds.div_ceil(600) * 10;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

/// The mean durations of what has been run, by kind. Where the same scenarios run for many
/// programs, a kind is a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Estimate {
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
    fn add(&mut self, kind: usize, duration: Duration) {
        self.all.add(duration);
        self.kinds.entry(kind).or_default().add(duration);
    }

    /// The time that tasks of these kinds take, if all that was added took `elapsed`: several
    /// run at a time. `None` before anything was added. A kind that was not run yet counts like
    /// the mean of all.
    fn time_for(
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
    fn times_are_rounded_up() {
        for (seconds, words) in [
            (0, "1 s"),
            (9, "10 s"),
            (11, "20 s"),
            (99, "100 s"),
            (100, "2 min"),
            (3599, "60 min"),
            (3601, "1 h 10 min"),
            (7200, "2 h 0 min"),
        ] {
            assert_eq!(roughly(Duration::from_secs(seconds)), words);
        }
    }

    #[test]
    fn progress_counts_the_results_of_an_earlier_run() {
        let mut bar = Bar::of_kinds(vec![3, 4], 10);
        assert_eq!(bar.done(), 8);
        bar.started_as(0, "a");
        bar.ended(0);
        assert_eq!(bar.done(), 9);
    }

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
