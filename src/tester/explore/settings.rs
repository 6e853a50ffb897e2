//! The settings of a search, and its time limits.

use crate::opponents::subject::{
    Environment, Options, Subject, SubjectChoice, SubjectError, open, why_not_started,
};
use crate::opponents::within;
use ataxx_core::diagnostic::text::counted;
use std::time::{Duration, Instant};

/// How a program is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploreSettings {
    pub subject: SubjectChoice,
    /// How the program is started, and its dialect.
    pub options: Options,
    /// The seed of the first session; each other has the next.
    pub seed: u64,
    /// The limit on the number of sessions.
    pub sessions: usize,
    /// The end of the search, beyond which nothing is waited for; `None` for no limit.
    pub until: Option<Instant>,
    /// How long the program may take to answer a line.
    pub patience: Duration,
    /// How many sessions one process of the program carries out; 1 starts a process for each.
    pub reuse: usize,
    /// The number of faults after which the search ends.
    pub findings: usize,
}

impl ExploreSettings {
    pub fn patience(&self) -> Patience {
        Patience {
            until: self.until,
            ..Patience::new(self.options.start, self.patience)
        }
    }

    pub fn is_late(&self) -> bool {
        self.patience().is_over()
    }

    /// Starts the program.
    pub fn open<'a>(
        &self,
        environment: &'a Environment<'a>,
    ) -> Result<Box<dyn Subject + 'a>, SubjectError> {
        let options = Options {
            start: self.at_most_the_rest(self.options.start),
            ..self.options.clone()
        };
        open(&self.subject, &options, environment)
    }

    /// A time, or what is left of the time for the search.
    fn at_most_the_rest(&self, time: Duration) -> Duration {
        let now = Instant::now();
        let left = self.until.map(|until| until.saturating_duration_since(now));
        left.map_or(time, |left| left.min(time))
    }

    /// Checks that the program starts, once something about it is wrong. It has run for this long
    /// before.
    pub fn check_start(
        &self,
        environment: &Environment,
        ran: Duration,
    ) -> Result<(), SubjectError> {
        /// How much longer it may take to end.
        const MORE: Duration = Duration::from_secs(2);
        let time = self.at_most_the_rest(ran + MORE);
        match why_not_started(&self.subject, &self.options, environment, time) {
            Some(failure) => Err(SubjectError::NotStarted(failure.to_string())),
            None => Ok(()),
        }
    }

    /// Why the search ends before its time, if it has reached one of its limits.
    pub fn limit_reached(&self, tried: usize, causes: usize) -> Option<String> {
        let is_timed = self.until.is_some() && !self.is_late();
        if causes >= self.findings {
            Some(format!("{} found", counted(causes, "fault")))
        } else if is_timed && tried >= self.sessions {
            Some(format!("all {tried} were tried"))
        } else {
            None
        }
    }
}

/// The error that ended a search; `None` at the end of its time.
pub fn error_of_search(
    ended: Result<(), SubjectError>,
    environment: &Environment,
) -> Option<SubjectError> {
    if environment.stop.is_requested() {
        return Some(SubjectError::Interrupted);
    }
    let is_time_up = |error: &SubjectError| matches!(error, SubjectError::Interrupted);
    ended.err().filter(|error| !is_time_up(error))
}

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
