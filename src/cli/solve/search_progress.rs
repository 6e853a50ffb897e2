//! What a progress display shows of a search.

use ataxx_core::diagnostic::text;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which the display changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// What a search has proved so far, and when.
pub struct SearchProgress {
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    nodes: u64,
    /// When the display changed last.
    shown: Option<Duration>,
    levels: Levels,
}

/// The numbers of plies that were refuted, and when the last three of them were.
#[derive(Default)]
struct Levels {
    plies: u16,
    times: [Option<Duration>; 3],
}

impl SearchProgress {
    /// A search that begins now.
    pub fn new() -> Self {
        Self {
            begun: Instant::now(),
            state: Mutex::new(State::default()),
        }
    }

    /// Adds nodes. Gives their total and a remark from time to time: what is proved so far
    /// (no win within `plies`; `is_won` if there is a win), the rate and an estimate.
    pub fn advance(&self, nodes: u64, plies: u16, is_won: bool) -> Option<(u64, String)> {
        let now = self.begun.elapsed();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.nodes += nodes;
        state.levels.reach(plies, now);
        if state.shown.is_some_and(|shown| now < shown + INTERVAL) {
            return None;
        }
        state.shown = Some(now);
        let rate = rate(state.nodes, now);
        Some((state.nodes, state.levels.remark(now, rate, is_won)))
    }
}

/// Nodes a second.
fn rate(nodes: u64, time: Duration) -> u64 {
    u64::try_from(u128::from(nodes) * 1000 / time.as_millis().max(1)).unwrap_or(u64::MAX)
}

impl Levels {
    /// Notes that this number of plies is refuted.
    fn reach(&mut self, plies: u16, now: Duration) {
        if plies > self.plies {
            self.plies = plies;
            self.times = [Some(now), self.times[0], self.times[1]];
        }
    }

    /// How long the next level still takes if it grows like the last one.
    fn estimate(&self, now: Duration) -> Option<Duration> {
        let [Some(last), Some(middle), Some(first)] = self.times else {
            return None;
        };
        let (earlier, later) = (
            middle.saturating_sub(first).as_secs_f64(),
            last.saturating_sub(middle).as_secs_f64(),
        );
        let next = Duration::try_from_secs_f64(later * (later / earlier)).ok()?;
        last.checked_add(next)?.checked_sub(now)
    }

    fn remark(&self, now: Duration, rate: u64, is_won: bool) -> String {
        let won = if is_won { ", a win" } else { "" };
        let proved = match self.plies {
            0 => String::new(),
            plies => format!(", none within {plies} plies"),
        };
        let left = self.estimate(now).map_or_else(String::new, |left| {
            format!(
                ", the next step in about {} s",
                text::thousands(left.as_secs() + 1)
            )
        });
        format!("{won}{proved}, {}/s{left}", text::thousands(rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_search() {
        let at = Duration::from_secs;
        let mut levels = Levels::default();
        assert_eq!(levels.remark(at(1), 2000, false), ", 2,000/s");
        levels.reach(5, at(2));
        levels.reach(5, at(3));
        levels.reach(7, at(4));
        assert_eq!(levels.remark(at(5), 1, false), ", none within 7 plies, 1/s");
        // Two seconds, then six: the next takes eighteen.
        levels.reach(9, at(10));
        let remark = levels.remark(at(12), 1, true);
        let expected = ", a win, none within 9 plies, 1/s, the next step in about 17 s";
        assert_eq!(remark, expected);
        // It takes longer than estimated.
        let late = levels.remark(at(100), 1, false);
        assert_eq!(late, ", none within 9 plies, 1/s");
    }

    #[test]
    fn levels_at_one_time_give_no_estimate() {
        let mut levels = Levels::default();
        for plies in 1..=3 {
            levels.reach(plies, Duration::ZERO);
        }
        assert_eq!(levels.estimate(Duration::ZERO), None);
    }
}
