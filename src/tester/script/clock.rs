//! How long a program may take.

use super::Format;
use super::problem::Bound;
use std::time::{Duration, Instant};

/// How long a program may take.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// For an answer.
    pub each: Duration,
    /// For a game (2022), or the whole test (2016).
    pub whole: Duration,
    /// In 2022 only the time counts that is waited for the moves of a game.
    waited: Option<Duration>,
    begun: Instant,
    /// What the person who runs the test allows, which takes the place of `whole`.
    allowed: Option<Duration>,
}

/// How long a result may take in 2022, and a program at the end.
pub(super) const SHORTLY: Duration = Duration::from_secs(5);

impl Clock {
    pub fn new(format: Format, allowed: Option<Duration>) -> Self {
        let (whole, waited) = match format {
            Format::Spring2022 => (60, Some(Duration::ZERO)),
            Format::Fall2016 => (120, None),
        };
        Self {
            each: Duration::from_secs(10),
            whole: Duration::from_secs(whole),
            waited,
            begun: Instant::now(),
            allowed,
        }
    }

    /// The limits from a line of the script on.
    pub fn limit(&mut self, each: Option<Duration>, whole: Option<Duration>) {
        self.each = each.unwrap_or(self.each);
        if let Some(whole) = whole {
            self.whole = whole;
            self.new_game();
        }
    }

    /// A game begins.
    pub fn new_game(&mut self) {
        self.waited = self.waited.map(|_| Duration::ZERO);
    }

    /// So long was waited for the moves of a game.
    pub fn waited(&mut self, time: Duration) {
        self.waited = self.waited.map(|waited| waited + time);
    }

    /// Until when to wait for something that may take so long, and what it is that ends
    /// the wait then.
    pub fn deadline(&self, answer: Duration) -> (Instant, Bound) {
        let now = Instant::now();
        let (whole, bound) = match (self.allowed, self.waited) {
            (Some(allowed), _) => (self.begun + allowed, Bound::Test(allowed)),
            (None, Some(waited)) => {
                let left = self.whole.saturating_sub(waited);
                (now + left, Bound::Game(self.whole))
            }
            (None, None) => (self.begun + self.whole, Bound::Test(self.whole)),
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
        assert_eq!(clock.deadline(SHORTLY).1, Bound::Answer);
        clock.waited(Duration::from_secs(58));
        assert_eq!(clock.deadline(SHORTLY).1, Bound::Game(MINUTE));
        clock.new_game();
        assert_eq!(clock.deadline(SHORTLY).1, Bound::Answer);
        clock.limit(None, Some(Duration::from_secs(2)));
        assert_eq!(
            clock.deadline(SHORTLY).1,
            Bound::Game(Duration::from_secs(2))
        );
    }

    #[test]
    fn a_test_ends_with_its_time() {
        let mut clock = Clock::new(Format::Fall2016, None);
        clock.waited(3 * MINUTE);
        assert_eq!(clock.deadline(SHORTLY).1, Bound::Answer);
        clock.limit(Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        assert_eq!(clock.deadline(clock.each).1, Bound::Answer);
        assert_eq!(
            clock.deadline(SHORTLY).1,
            Bound::Test(Duration::from_secs(2))
        );
    }

    #[test]
    fn what_is_allowed_takes_the_place_of_what_the_script_says() {
        for format in [Format::Spring2022, Format::Fall2016] {
            let mut clock = Clock::new(format, Some(MINUTE));
            clock.limit(None, Some(Duration::from_secs(2)));
            assert_eq!(clock.deadline(SHORTLY).1, Bound::Answer);
            assert_eq!(clock.deadline(2 * MINUTE).1, Bound::Test(MINUTE));
        }
    }
}
