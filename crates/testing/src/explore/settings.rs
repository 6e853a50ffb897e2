//! The settings of a search, and its time limits.

use crate::divergence::TimeLimits;
use ataxx_core::diagnostic::text::counted;
use ataxx_opponents::subject::{
    self, Environment, ProgramSubject, SubjectChoice, SubjectOptions, open_program,
};
use ataxx_opponents::{Failure, FailureKind};
use std::time::{Duration, Instant};

/// How a program is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploreSettings {
    /// The command line of the program.
    pub command: String,
    /// How the program is started, and its dialect.
    pub options: SubjectOptions,
    /// The seed of the first session; each other has the next.
    pub seed: u64,
    /// The limit on the number of sessions.
    pub sessions: usize,
    /// The time limit of the search; `None` for none.
    pub time: Option<Duration>,
    /// When it ends by this limit: nothing is waited for beyond.
    pub until: Option<Instant>,
    /// Whether no AI is to move.
    pub no_ai: bool,
    /// Whether findings are written as scripts of the course, too.
    pub scripts: bool,
    /// How long the program may take to answer a line.
    pub patience: Duration,
    /// How many sessions one process of the program carries out; 1 starts a process for each.
    pub reuse: usize,
    /// The number of faults after which the search ends.
    pub findings: usize,
}

impl ExploreSettings {
    pub fn time_limits(&self) -> TimeLimits {
        TimeLimits {
            until: self.until,
            ..TimeLimits::new(self.options.start, self.patience)
        }
    }

    /// The same up to this time, if it comes first.
    pub fn up_to(&self, end: Instant) -> Self {
        Self {
            until: Some(self.until.map_or(end, |until| until.min(end))),
            ..self.clone()
        }
    }

    /// The same without the time in which the last differences are shrunk and run as scenarios.
    pub fn without_reserve(&self) -> Self {
        /// The most that is kept, and the part of a shorter limit.
        const RESERVE: Duration = Duration::from_secs(20);
        const RESERVE_PART: u32 = 3;
        let end = self.until.zip(self.time);
        let end = end.and_then(|(until, time)| until.checked_sub(RESERVE.min(time / RESERVE_PART)));
        end.map_or_else(|| self.clone(), |end| self.up_to(end))
    }

    pub fn is_late(&self) -> bool {
        self.time_limits().is_over()
    }

    /// Starts the program.
    pub fn open<'a>(
        &self,
        environment: &'a Environment<'a>,
    ) -> Result<ProgramSubject<'a>, Failure> {
        let options = SubjectOptions {
            start: self.at_most_the_rest(self.options.start),
            ..self.options.clone()
        };
        open_program(&self.command, &options, environment)
    }

    /// A time, or what is left of the time for the search.
    fn at_most_the_rest(&self, time: Duration) -> Duration {
        let now = Instant::now();
        let left = self.until.map(|until| until.saturating_duration_since(now));
        left.map_or(time, |left| left.min(time))
    }

    /// Starts the program once more, once something about it is wrong, to check that it starts at
    /// all. It has run for this long before.
    pub fn try_start(&self, environment: &Environment, ran: Duration) -> Result<(), Failure> {
        /// How much longer it may take to end.
        const EXTRA_TIME: Duration = Duration::from_secs(2);
        let time = self.at_most_the_rest(ran + EXTRA_TIME);
        let program = SubjectChoice::Program(self.command.clone());
        match subject::try_start(&program, &self.options, environment, time) {
            Some(failure) => {
                let message = failure.with_stderr("its stderr");
                Err(Failure::new(FailureKind::NotStarted, message))
            }
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
pub fn error_of_search(ended: Result<(), Failure>, environment: &Environment) -> Option<Failure> {
    if environment.stop.is_requested() {
        return Some(Failure::interrupted());
    }
    let is_time_up = |error: &Failure| error.kind == FailureKind::Interrupted;
    ended.err().filter(|error| !is_time_up(error))
}
