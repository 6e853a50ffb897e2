//! Problems, which end a scenario: what is reported, and what becomes of the scenario.

use crate::opponents::subject::SubjectError;
use crate::opponents::uai::client::{self, SetOption};
use crate::report::{Comparison, Failure, NOT_STARTED, Outcome, Patch, Place};
use ataxx_core::diagnostic::Diagnostic;

/// A problem, which ends a scenario.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The outcome of the scenario.
    pub outcome: Outcome,
    /// What is reported.
    pub failure: Box<Failure>,
    /// The last lines that an engine wrote to stderr, where they may say more.
    pub last_words: Option<String>,
    /// The changes of the file after which the expectation is met; `None` if there are none.
    pub patches: Option<Vec<Patch>>,
}

impl Problem {
    /// A problem with this outcome.
    pub fn new(outcome: Outcome, diagnostic: Diagnostic) -> Self {
        Self {
            outcome,
            failure: Box::new(Failure::new(diagnostic)),
            last_words: None,
            patches: None,
        }
    }

    /// An unmet expectation.
    pub fn mismatch(place: &Place, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::error("unmet", message);
        Self::new(Outcome::Fail, place.blame(diagnostic, ""))
    }

    /// Two short values that differ.
    pub fn values(
        place: &Place,
        what: &str,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> Self {
        let (expected, actual) = (expected.into(), actual.into());
        let message = format!("{what}: expected {expected}, found {actual}");
        Self::mismatch(place, message).with(Comparison::Values {
            what: what.to_owned(),
            expected,
            actual,
        })
    }

    /// An error in the scenario itself.
    pub fn wrong(place: &Place, code: &'static str, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::error(code, message);
        Self::new(Outcome::Error, place.blame(diagnostic, ""))
    }

    /// A time limit of the scenario that has passed.
    pub fn late(place: &Place, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::error("late", message);
        Self::new(Outcome::TimeOut, place.blame(diagnostic, ""))
    }

    /// Something that the subject cannot do.
    pub fn unsupported(place: &Place, reason: impl Into<String>) -> Self {
        Self::of(place)(SubjectError::Unsupported(reason.into()))
    }

    /// A cancellation.
    pub fn interrupted(place: &Place) -> Self {
        Self::of(place)(SubjectError::Interrupted)
    }

    /// The problem for a trouble with the subject at this place.
    pub fn of(place: &Place) -> impl Fn(SubjectError) -> Self {
        move |trouble| Self::from(trouble).blaming(place)
    }

    /// An engine breaks the protocol. No place is blamed yet.
    pub fn protocol(message: impl Into<String>) -> Self {
        Self::new(Outcome::Fail, Diagnostic::error("wrong", message))
    }

    /// The same with a message that begins with `what`.
    pub fn about(mut self, what: &str) -> Self {
        for Diagnostic { message, .. } in &mut self.failure.diagnostics {
            *message = format!("{what}: {message}");
        }
        self
    }

    /// The same with the place to blame.
    pub fn blaming(mut self, place: &Place) -> Self {
        let diagnostics = self.failure.diagnostics.into_iter();
        let blamed = diagnostics.map(|diagnostic| place.blame(diagnostic, ""));
        self.failure.diagnostics = blamed.collect();
        self
    }

    /// The same with another outcome.
    pub const fn ending(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
        self
    }

    /// The same with a comparison.
    pub fn with(mut self, comparison: impl Into<Comparison>) -> Self {
        self.failure.comparison = Some(comparison.into());
        self
    }

    /// The same with a change after which the expectation is met.
    pub fn with_patch(mut self, patch: Option<Patch>) -> Self {
        self.patches = patch.map(|patch| vec![patch]);
        self
    }

    /// The same with help.
    pub fn with_help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        if let Some(diagnostic) = self.failure.diagnostics.first_mut() {
            diagnostic.help.extend(help);
        }
        self
    }

    /// Combines the unmet expectations of a step: the first is reported, and all are updated or
    /// none.
    pub fn any(problems: impl IntoIterator<Item = Self>) -> Result<(), Self> {
        let mut problems = problems.into_iter();
        let Some(mut first) = problems.next() else {
            return Ok(());
        };
        for problem in problems {
            let both = first.patches.take().zip(problem.patches);
            first.patches = both.map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        Err(first)
    }
}

impl From<SubjectError> for Problem {
    /// No place is blamed yet.
    fn from(trouble: SubjectError) -> Self {
        let (outcome, code, message) = match trouble {
            SubjectError::Unsupported(message) => (Outcome::Unsupported, "unsupported", message),
            SubjectError::TimeOut(message) => (Outcome::TimeOut, "time-out", message),
            SubjectError::NotStarted(message) => (Outcome::Crash, NOT_STARTED, message),
            SubjectError::Crash(message) => (Outcome::Crash, "crash", message),
            SubjectError::Wrong(message) => (Outcome::Fail, "protocol", message),
            SubjectError::Refused(message) => (Outcome::Error, "refused", message),
            SubjectError::Interrupted => (Outcome::Error, "interrupted", "interrupted".to_owned()),
        };
        Self::new(outcome, Diagnostic::error(code, message))
    }
}

impl From<client::Failure> for Problem {
    /// The code is the name of the failure. No place is blamed yet.
    fn from(failure: client::Failure) -> Self {
        let (name, last_words) = (failure.name(), failure.last_words.clone());
        let mut problem = Self::from(SubjectError::from(failure));
        for Diagnostic { code, .. } in &mut problem.failure.diagnostics {
            if *code != NOT_STARTED {
                *code = name;
            }
        }
        problem.last_words = last_words;
        problem
    }
}

impl From<SetOption> for Problem {
    fn from(error: SetOption) -> Self {
        match error {
            SetOption::Failed(failure) => failure.into(),
            SetOption::Refused(error) => Self::protocol(error.to_string()),
        }
    }
}
