//! How long a program is waited for.

use crate::opponents::within;
use std::time::{Duration, Instant};

/// How long a program is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the first answer of a session, which may have to wait for its start.
    pub start: Duration,
    /// For each other answer.
    pub answer: Duration,
    /// For an answer where its AI is to move.
    pub ai_move: Duration,
    /// The end of the search, beyond which nothing is waited for.
    pub until: Option<Instant>,
}

impl Patience {
    /// What is waited at first; an AI has at least 12 seconds, as two documents allow ten.
    pub fn new(start: Duration, answer: Duration) -> Self {
        /// The time for an AI, at least.
        const AI_MOVE: Duration = Duration::from_secs(12);
        Self {
            start: answer.max(start),
            answer,
            ai_move: answer.max(AI_MOVE),
            until: None,
        }
    }

    /// A deadline this far from now, or the end of the search.
    pub fn deadline(self, time: Duration) -> Instant {
        let deadline = within(time);
        self.until.map_or(deadline, |until| until.min(deadline))
    }

    /// Whether the end of the search has come.
    pub fn is_over(self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// More time for what was late once: the machine may have been busy.
    pub fn longer(self) -> Self {
        /// How much more.
        const MORE: u32 = 2;
        Self {
            start: self.start * MORE,
            answer: self.answer * MORE,
            ai_move: self.ai_move.max(self.answer * MORE),
            ..self
        }
    }

    /// No more time for an AI than for another answer: it has not moved in all the time it had.
    pub fn shorter_for_ai(self) -> Self {
        Self {
            ai_move: self.answer,
            ..self
        }
    }

    /// More time, and far more for an AI, whose time the document does not limit.
    pub fn longer_for_ai(self) -> Self {
        /// How much more.
        const MORE: u32 = 5;
        Self {
            ai_move: self.ai_move * MORE,
            ..self.longer()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ai_without_a_time_limit_has_a_minute() {
        let seconds = Duration::from_secs;
        let patience = Patience::new(seconds(10), seconds(5));
        let Patience {
            start,
            answer,
            ai_move,
            ..
        } = patience.longer();
        assert_eq!([start, answer, ai_move], [20, 10, 12].map(seconds));
        assert_eq!(patience.longer_for_ai().ai_move, seconds(60));
    }

    #[test]
    fn nothing_is_waited_for_beyond_the_end() {
        let seconds = Duration::from_secs;
        let endless = Patience::new(seconds(10), seconds(5));
        let until = Instant::now();
        let patience = Patience {
            until: Some(until),
            ..endless
        };
        assert_eq!(patience.longer().deadline(seconds(10)), until);
        assert!(patience.is_over());
        assert!(endless.deadline(seconds(10)) > until);
        assert!(!endless.is_over());
    }
}
