//! Why a scenario did not pass, the values that differ, and why a program could not be started.

use super::display_text::{informative_line, readable, readable_lines};
use super::{Outcome, Patch, Place};
use ataxx_core::board::{Bitboard, Cell, Color, Position};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::characters::unseen_differences;
use ataxx_opponents::uai::client::SetOption;
use ataxx_opponents::{Failure, FailureKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a scenario did not pass.
#[derive(Clone, Debug)]
pub struct Problem {
    pub kind: ProblemKind,
    /// The errors: one, or several where a whole file is bad.
    pub diagnostics: Vec<Diagnostic>,
    /// The expected and the actual value, if they can be compared.
    pub comparison: Option<Box<Comparison>>,
    /// The last lines that a program wrote to stderr, where they may say more.
    pub stderr_end: Option<String>,
    /// The changes of the file after which the expectation is met; `None` if there are none.
    pub patches: Option<Vec<Patch>>,
}

/// The kinds of problems. The exit status of a run comes from it, and the outcome of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// A check failed.
    Unmet,
    /// The scenario itself is wrong.
    Scenario,
    /// This program panicked.
    Panic,
    /// A program under test failed, or was not tested to the end.
    Program(FailureKind),
}

/// The codes of the errors about problems that decide the exit status, by which they are known
/// when a report is read back.
pub(super) const NOT_STARTED: &str = "not-started";
pub(super) const WRAPPER_FAILED: &str = "wrapper-failed";
pub(super) const INTERRUPTED: &str = "interrupted";
pub(super) const PANIC: &str = "panic";

impl ProblemKind {
    /// The outcome of a scenario with such a problem.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Unmet => Outcome::Fail,
            Self::Scenario => Outcome::Error,
            Self::Panic => Outcome::NotJudged,
            Self::Program(kind) => outcome_and_code(kind).0,
        }
    }
}

/// The outcome of a scenario whose program failed, and the code of the error.
const fn outcome_and_code(kind: FailureKind) -> (Outcome, &'static str) {
    match kind {
        FailureKind::NotStarted | FailureKind::Left => (Outcome::Crash, NOT_STARTED),
        FailureKind::WrapperFailed => (Outcome::Error, WRAPPER_FAILED),
        FailureKind::Crash | FailureKind::NotReading => (Outcome::Crash, "crash"),
        FailureKind::Timeout(_) | FailureKind::Late => (Outcome::TimeOut, "time-out"),
        FailureKind::IllegalMove | FailureKind::BadAnswer | FailureKind::Flood => {
            (Outcome::Fail, "protocol")
        }
        FailureKind::Unsupported => (Outcome::Unsupported, "unsupported"),
        FailureKind::Refused => (Outcome::Error, "refused"),
        FailureKind::Interrupted => (Outcome::Error, INTERRUPTED),
    }
}

impl Problem {
    /// A problem with one error.
    pub fn new(kind: ProblemKind, error: Diagnostic) -> Self {
        Self::of_errors(kind, vec![error])
    }

    /// A problem with these errors.
    pub const fn of_errors(kind: ProblemKind, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            kind,
            diagnostics,
            comparison: None,
            stderr_end: None,
            patches: None,
        }
    }

    /// The outcome of the scenario.
    pub const fn outcome(&self) -> Outcome {
        self.kind.outcome()
    }

    /// An unmet expectation.
    pub fn mismatch(place: &Place, message: impl Into<String>) -> Self {
        let error = Diagnostic::error("unmet", message);
        Self::new(ProblemKind::Unmet, place.blame(error, ""))
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
        Self::mismatch(place, message).with(Comparison::values(what, expected, actual))
    }

    /// An error in the scenario itself.
    pub fn wrong(place: &Place, code: &'static str, message: impl Into<String>) -> Self {
        let error = Diagnostic::error(code, message);
        Self::new(ProblemKind::Scenario, place.blame(error, ""))
    }

    /// A time limit of the scenario that has passed.
    pub fn late(place: &Place, message: impl Into<String>) -> Self {
        let error = Diagnostic::error("late", message);
        let kind = ProblemKind::Program(FailureKind::Timeout(None));
        Self::new(kind, place.blame(error, ""))
    }

    /// Something that the subject cannot do.
    pub fn unsupported(place: &Place, reason: impl Into<String>) -> Self {
        Self::at(place)(Failure::unsupported(reason))
    }

    /// A cancellation.
    pub fn interrupted(place: &Place) -> Self {
        Self::at(place)(Failure::interrupted())
    }

    /// A panic of this program.
    pub fn panic(message: impl Into<String>) -> Self {
        Self::new(ProblemKind::Panic, Diagnostic::error(PANIC, message))
    }

    /// A failure of the subject in a step at this place.
    pub fn at(place: &Place) -> impl Fn(Failure) -> Self {
        move |failure| {
            let (_, code) = outcome_and_code(failure.kind);
            Self::of_failure(failure, code).blaming(place)
        }
    }

    /// An engine breaks the protocol. No place is blamed yet.
    pub fn protocol(message: impl Into<String>) -> Self {
        Self::new(ProblemKind::Unmet, Diagnostic::error("wrong", message))
    }

    fn of_failure(failure: Failure, code: &'static str) -> Self {
        let error = Diagnostic::error(code, failure.message);
        Self {
            stderr_end: failure.stderr_end,
            ..Self::new(ProblemKind::Program(failure.kind), error)
        }
    }

    /// The messages without places, one a line.
    pub fn message(&self) -> String {
        let messages = self.diagnostics.iter().map(|error| error.message.as_str());
        messages.collect::<Vec<_>>().join("\n")
    }

    /// The same with a message that begins with `what`.
    pub fn about(mut self, what: &str) -> Self {
        for Diagnostic { message, .. } in &mut self.diagnostics {
            *message = format!("{what}: {message}");
        }
        self
    }

    /// The same with the place to blame.
    pub fn blaming(mut self, place: &Place) -> Self {
        let errors = self.diagnostics.into_iter();
        self.diagnostics = errors.map(|error| place.blame(error, "")).collect();
        self
    }

    /// The same of another kind.
    pub const fn of_kind(mut self, kind: ProblemKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same with a comparison, and what differs in lines that look the same.
    pub fn with(mut self, comparison: impl Into<Comparison>) -> Self {
        let comparison = comparison.into();
        if let (
            Comparison::Values {
                expected, actual, ..
            }
            | Comparison::Texts { expected, actual },
            Some(error),
        ) = (&comparison, self.diagnostics.first_mut())
        {
            error.help.extend(unseen_differences(expected, actual));
        }
        self.comparison = Some(Box::new(comparison));
        self
    }

    /// The same with a change after which the expectation is met.
    pub fn with_patch(mut self, patch: Option<Patch>) -> Self {
        self.patches = patch.map(|patch| vec![patch]);
        self
    }

    /// The same with help.
    pub fn with_help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        if let Some(error) = self.diagnostics.first_mut() {
            error.help.extend(help);
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

impl From<Failure> for Problem {
    /// A failure in a check of the protocol of engines, or at the start. The code is the name of
    /// the failure. No place is blamed yet.
    fn from(failure: Failure) -> Self {
        let code = match failure.kind {
            FailureKind::NotStarted => NOT_STARTED,
            FailureKind::WrapperFailed => WRAPPER_FAILED,
            FailureKind::Interrupted => INTERRUPTED,
            _ => failure.name(),
        };
        Self::of_failure(failure, code)
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

/// The expected and the actual value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Comparison {
    /// Two short values, like `3` and `4`.
    Values {
        /// The kind of value: `jumps`, `result`, ….
        what: String,
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two texts of several lines each.
    Texts {
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two boards.
    Boards(Boards),
    /// Two sets, of moves or of anything else.
    Sets {
        /// The kind of their members: `moves`, ….
        what: String,
        /// Expected members that are not there.
        missing: Vec<String>,
        /// Members that were not expected.
        surplus: Vec<String>,
        /// The number of members that were expected and are there.
        common: usize,
    },
}

/// Two boards, and where they differ. Open squares, about which nothing was expected, are not
/// among the differing ones, whatever stands on them in `expected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// The expected board.
    pub expected: Position,
    /// The actual board.
    pub actual: Position,
    /// The squares about which nothing was expected.
    pub open: Bitboard,
    /// The squares that differ.
    pub differing: Bitboard,
}

impl Comparison {
    /// Two short values of this kind.
    pub fn values(what: &str, expected: String, actual: String) -> Self {
        Self::Values {
            what: what.to_owned(),
            expected,
            actual,
        }
    }
}

impl From<Boards> for Comparison {
    fn from(boards: Boards) -> Self {
        Self::Boards(boards)
    }
}

impl Boards {
    /// Each difference in words: `b7 is red, not empty`.
    pub fn differences(&self) -> impl Iterator<Item = String> {
        self.differing.squares().map(|square| {
            let [actual, expected] =
                [self.actual, self.expected].map(|board| in_words(board.cell(square)));
            format!("{square} is {actual}, not {expected}")
        })
    }
}

const fn in_words(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Piece(Color::Red) => "red",
        Cell::Piece(Color::Blue) => "blue",
        Cell::Block => "blocked",
    }
}

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartFailure {
    /// How it ended, and the most informative line of stderr.
    reason: String,
    /// The end of what was written to stderr, made safe to show; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

impl StartFailure {
    /// A program that ended like this, after it wrote this to stderr.
    pub fn new(ended: &str, stderr: &str) -> Self {
        let line = informative_line(stderr);
        let line = line.map_or_else(String::new, |line| format!(": {}", readable(line)));
        Self {
            reason: format!("{}{line}", readable(ended)),
            stderr: readable_lines(stderr),
        }
    }

    /// The lines of stderr, if there are several.
    pub fn further_lines(&self) -> impl Iterator<Item = &str> {
        let lines = self.stderr.lines().count();
        self.stderr.lines().filter(move |_| lines > 1)
    }
}

impl fmt::Display for StartFailure {
    /// `the program could not be started: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program could not be started: {}", self.reason)
    }
}
