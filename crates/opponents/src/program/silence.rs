//! How long a program has certainly written nothing.

use std::time::{Duration, Instant};

/// When a program was seen to have written nothing, and when this process was stopped.
///
/// An answer may lie in the pipe for a while before it is read, because this process was stopped
/// or busy. That is not the program's time: only what was seen counts against it.
#[derive(Debug, Default)]
pub struct Silence {
    /// The last moment at which there was no whole line to read.
    last_empty: Option<Instant>,
    /// What that was at the end of the last wait for a line.
    end: Option<Instant>,
    /// The end of each pause of this process, and by how much a wait was longer for it.
    pauses: Vec<(Instant, Duration)>,
}

/// A wait that takes longer than its limit by this much is a pause of this process.
const PAUSE: Duration = Duration::from_secs(1);

impl Silence {
    /// Records a wait that had this limit.
    pub fn waited(&mut self, begun: Instant, ended: Instant, limit: Duration) {
        let surplus = ended.saturating_duration_since(begun + limit);
        if surplus > PAUSE {
            self.pauses.push((ended, surplus));
        }
    }

    /// Records that there was no line to read.
    pub const fn is_empty_at(&mut self, now: Instant) {
        self.last_empty = Some(now);
    }

    /// Ends a wait for a line: what is seen from now on is no part of it.
    pub const fn end_wait(&mut self) {
        self.end = self.last_empty;
    }

    /// For how long after `begun` there was certainly no line to read, up to the end of the last
    /// wait, without the pauses.
    pub fn since(&self, begun: Instant) -> Duration {
        let Some(last) = self.end else {
            return Duration::ZERO;
        };
        let within = |&&(ended, _): &&(Instant, Duration)| begun < ended && ended <= last;
        let paused = self
            .pauses
            .iter()
            .filter(within)
            .map(|(_, surplus)| surplus);
        last.saturating_duration_since(begun)
            .saturating_sub(paused.sum())
    }

    /// The length of all pauses.
    pub fn paused(&self) -> Duration {
        self.pauses.iter().map(|(_, surplus)| surplus).sum()
    }

    /// The deadline of a wait that began at `begun`, later by the pauses that fall into its time.
    pub fn extended(&self, deadline: Instant, begun: Instant) -> Instant {
        let add = |deadline, &(ended, surplus)| {
            if deadline < ended || begun < ended {
                deadline + surplus
            } else {
                deadline
            }
        };
        self.pauses.iter().fold(deadline, add)
    }

    /// Whether there was still nothing to read when the deadline had come.
    pub fn lasts_until(&self, deadline: Instant) -> bool {
        self.last_empty.is_some_and(|last| deadline <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const TICK: Duration = Duration::from_millis(5);

    #[test]
    fn only_what_was_seen_counts() {
        let begun = Instant::now();
        let mut silence = Silence::default();
        assert_eq!(silence.since(begun), Duration::ZERO);
        assert!(!silence.lasts_until(begun));
        silence.is_empty_at(begun + SECOND);
        silence.end_wait();
        assert_eq!(silence.since(begun), SECOND);
        assert_eq!(silence.since(begun + 2 * SECOND), Duration::ZERO);
        assert!(silence.lasts_until(begun + SECOND));
        assert!(!silence.lasts_until(begun + 2 * SECOND));
        // After the line was read, nothing more has come.
        silence.is_empty_at(begun + 2 * SECOND);
        assert_eq!(silence.since(begun), SECOND);
    }

    #[test]
    fn a_pause_of_this_process_does_not_count() {
        let begun = Instant::now();
        let mut silence = Silence::default();
        silence.waited(begun, begun + TICK, TICK);
        silence.waited(begun + TICK, begun + SECOND, TICK);
        assert_eq!(silence.extended(begun + SECOND, begun), begun + SECOND);
        let end = begun + 10 * SECOND;
        silence.waited(begun + 6 * SECOND, end, SECOND);
        // The line may have come during the pause.
        silence.is_empty_at(begun + 6 * SECOND);
        silence.end_wait();
        assert_eq!(silence.since(begun), 6 * SECOND);
        silence.is_empty_at(end);
        silence.end_wait();
        assert_eq!(silence.since(begun), 7 * SECOND);
        assert_eq!(silence.since(end), Duration::ZERO);
        let deadline = begun + 8 * SECOND;
        assert_eq!(silence.extended(deadline, begun), begun + 11 * SECOND);
        // It may be the deadline of several waits.
        assert_eq!(silence.extended(deadline, end), begun + 11 * SECOND);
        // One that began later is not concerned.
        assert_eq!(silence.extended(end + SECOND, end), end + SECOND);
    }
}
