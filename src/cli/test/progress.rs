//! The progress of a run: a bar at a terminal, a line now and then in a log file.

use crate::cli::output;
use crate::cli::progress::{self, Progress, roughly};
use ataxx_core::diagnostic::text;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The interval of lines in a log file.
const LINES: Duration = Duration::from_secs(30);
/// The interval at which the estimate is renewed.
const ESTIMATES: Duration = Duration::from_millis(500);

/// The progress of a run, with an estimate of the time left. A `Key` names a task, the lower the
/// earlier it is started.
pub struct Bar<Key = usize> {
    drawn: Progress,
    /// The number of tasks that have ended, and of those that an earlier run has performed.
    ended: usize,
    earlier: usize,
    total: usize,
    /// Whether stderr goes to a file, where lines are written instead of the bar.
    is_log: bool,
    begun: Instant,
    /// When the estimate was renewed.
    estimated: Instant,
    /// When the last line was written.
    written: Instant,
    /// The names of the running tasks, the oldest first.
    running: BTreeMap<Key, String>,
}

impl<Key: Copy + Ord> Bar<Key> {
    /// The progress of `total` tasks, after those that an earlier run has performed.
    pub fn after(earlier: usize, total: usize) -> Self {
        let now = Instant::now();
        Self {
            drawn: Progress::estimated(total as u64),
            ended: 0,
            earlier,
            total,
            is_log: !progress::is_drawn(),
            begun: now,
            estimated: now,
            written: now,
            running: BTreeMap::new(),
        }
    }

    /// Begins a task that is shown by this name.
    pub fn started(&mut self, task: Key, name: &str) {
        /// The part of a name that leaves room for the bar.
        const ROOM: usize = 40;
        let start: String = name.chars().take(ROOM).collect();
        let shown = text::visible(&start).into_owned();
        self.running.insert(task, shown);
        self.show();
    }

    pub fn ended(&mut self, task: Key) {
        self.ended += 1;
        self.running.remove(&task);
        self.show();
        self.write_line();
    }

    const fn done(&self) -> usize {
        self.earlier + self.ended
    }

    fn show(&mut self) {
        if self.estimated.elapsed() >= ESTIMATES {
            self.estimated = Instant::now();
            self.drawn.estimate(self.time_left());
        }
        // The task that has run longest is shown.
        let name = self.running.values().next();
        let name = name.map_or("", String::as_str);
        self.drawn.count(self.done() as u64, name);
    }

    /// Writes a line into a log file, if the last one is long ago.
    fn write_line(&mut self) {
        if !self.is_log || self.written.elapsed() < LINES || self.done() == self.total {
            return;
        }
        self.written = Instant::now();
        let (done, total, left) = (self.done(), self.total, self.time_left());
        output::message(&format!("{done} of {total} scenarios{left}\n"));
    }

    /// The estimate in words: `, about 4 min left`.
    fn time_left(&self) -> String {
        let left = estimate(self.begun.elapsed(), self.ended, self.total - self.done());
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

/// The time for the tasks that are left, if these have taken `elapsed`; `None` before one has ended.
fn estimate(elapsed: Duration, ended: usize, left: usize) -> Option<Duration> {
    let ended = u32::try_from(ended).ok()?;
    let left = u32::try_from(left).ok()?;
    elapsed.checked_mul(left)?.checked_div(ended)
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
        let mut bar = Bar::after(8, 10);
        assert_eq!(bar.done(), 8);
        bar.started(0, "a");
        bar.ended(0);
        assert_eq!(bar.done(), 9);
    }

    #[test]
    fn the_rest_takes_as_long_as_what_has_ended() {
        let seconds = Duration::from_secs;
        assert_eq!(estimate(seconds(1), 0, 2), None);
        assert_eq!(estimate(seconds(6), 3, 2), Some(seconds(4)));
        assert_eq!(estimate(seconds(6), 3, 0), Some(seconds(0)));
    }
}
