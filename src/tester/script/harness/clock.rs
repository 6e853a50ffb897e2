//! The time limits of the course's test harness.

use super::super::format::Format;
use std::time::{Duration, Instant};

/// The time limits of a program, and the time it has taken.
#[derive(Clone, Debug)]
pub struct Clock {
    format: Format,
    /// The limit for an answer.
    pub each: Duration,
    /// The limit for a game (2022) or the whole test (2016).
    total: Duration,
    /// The time waited in this game. Only in 2022, where no other time counts.
    waited: Option<Duration>,
    begun: Instant,
    /// The limit for the test that the run sets; it replaces `total`.
    allowed: Option<Duration>,
}

/// The time limit of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// That of this answer.
    Answer,
    /// That of a game (2022), which is this.
    Game(Duration),
    /// That of the whole test, which is this.
    Test(Duration),
}

/// Time limit in 2022 for a result, and for the end of a program.
pub const RESULT_TIMEOUT: Duration = Duration::from_secs(5);

impl Clock {
    /// The clock of a test that begins now.
    pub fn new(format: Format, allowed: Option<Duration>) -> Self {
        let (total, waited) = match format {
            Format::Spring2022 => (60, Some(Duration::ZERO)),
            Format::Fall2016 => (120, None),
        };
        Self {
            format,
            each: Duration::from_secs(10),
            total: Duration::from_secs(total),
            waited,
            begun: Instant::now(),
            allowed,
        }
    }

    /// Changes the limits that are given.
    pub fn limit(&mut self, each: Option<Duration>, total: Option<Duration>) {
        self.each = each.unwrap_or(self.each);
        if let Some(total) = total {
            self.total = total;
            self.new_game();
        }
    }

    /// The limit for the end of a program after the end of its script.
    pub const fn end(&self) -> Duration {
        match self.format {
            Format::Spring2022 => RESULT_TIMEOUT,
            Format::Fall2016 => self.each,
        }
    }

    /// Starts the time of another game.
    pub fn new_game(&mut self) {
        self.waited = self.waited.map(|_| Duration::ZERO);
    }

    /// Adds a wait to the time of the game.
    pub fn waited(&mut self, time: Duration) {
        self.waited = self.waited.map(|waited| waited + time);
    }

    /// The deadline of something with this time limit, and the limit that it comes from.
    pub fn deadline(&self, answer: Duration) -> (Instant, Bound) {
        let now = Instant::now();
        let (whole, bound) = match (self.allowed, self.waited) {
            (Some(allowed), _) => (self.begun + allowed, Bound::Test(allowed)),
            (None, Some(waited)) => {
                let left = self.total.saturating_sub(waited);
                (now + left, Bound::Game(self.total))
            }
            (None, None) => (self.begun + self.total, Bound::Test(self.total)),
        };
        if now + answer <= whole {
            (now + answer, Bound::Answer)
        } else {
            (whole, bound)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_game_ends_with_its_time() {
        let mut clock = Clock::new(Format::Spring2022, None);
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.waited(Duration::from_secs(58));
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Game(MINUTE));
        clock.new_game();
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.limit(None, Some(Duration::from_secs(2)));
        assert_eq!(
            clock.deadline(RESULT_TIMEOUT).1,
            Bound::Game(Duration::from_secs(2))
        );
    }

    #[test]
    fn a_test_ends_with_its_time() {
        let mut clock = Clock::new(Format::Fall2016, None);
        clock.waited(3 * MINUTE);
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.limit(Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        assert_eq!(clock.deadline(clock.each).1, Bound::Answer);
        assert_eq!(
            clock.deadline(RESULT_TIMEOUT).1,
            Bound::Test(Duration::from_secs(2))
        );
    }

    #[test]
    fn each_harness_has_its_limit_for_the_end() {
        let mut clock = Clock::new(Format::Spring2022, None);
        clock.limit(Some(MINUTE), Some(MINUTE));
        assert_eq!(clock.end(), RESULT_TIMEOUT);
        let mut clock = Clock::new(Format::Fall2016, None);
        assert_eq!(clock.end(), Duration::from_secs(10));
        clock.limit(Some(MINUTE), None);
        assert_eq!(clock.end(), MINUTE);
    }

    #[test]
    fn what_is_allowed_takes_the_place_of_what_the_script_says() {
        for format in [Format::Spring2022, Format::Fall2016] {
            let mut clock = Clock::new(format, Some(MINUTE));
            clock.limit(None, Some(Duration::from_secs(2)));
            assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
            assert_eq!(clock.deadline(2 * MINUTE).1, Bound::Test(MINUTE));
        }
    }
}
