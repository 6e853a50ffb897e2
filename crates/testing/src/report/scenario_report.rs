//! The result of a scenario: its steps and what went wrong.

use super::{Outcome, Patch, Place, Problem, ProblemKind, readable};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::FailureKind;
use ataxx_opponents::dialogue::{Dialogue, in_seconds};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

/// When students can see the result of a scenario. As the audience of a report: it sees what has
/// this visibility, and what comes before it in this list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// At once.
    #[default]
    Visible,
    /// After the due date.
    AfterDueDate,
    /// Never.
    Hidden,
}

impl Visibility {
    /// The names in files.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("visible", Self::Visible),
        ("after-due-date", Self::AfterDueDate),
        ("hidden", Self::Hidden),
    ];

    /// Whether students see it at once.
    #[allow(clippy::trivially_copy_pass_by_ref)] // required by serde
    pub fn is_visible(&self) -> bool {
        *self == Self::Visible
    }
}

/// The name and place of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// The name, with the values of the scenario's matrix.
    pub name: String,
    /// The file, as it was asked for.
    pub file: String,
    /// The line on which the scenario begins, counted from 1.
    pub line: usize,
    /// The suite that the scenario belongs to, if its file names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// The tags: first those of the file, then those of the scenario.
    pub tags: Vec<String>,
    /// How many points the scenario is worth.
    pub points: u32,
    /// From when on students see its result.
    #[serde(default, skip_serializing_if = "Visibility::is_visible")]
    pub visibility: Visibility,
    /// What its failure shows students, without giving the check away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Identity {
    /// Stands for a whole file that cannot be read or parsed.
    pub fn of_file(file: impl Into<String>, line: usize) -> Self {
        Self {
            file: file.into(),
            line,
            name: WHOLE_FILE.to_owned(),
            ..Self::default()
        }
    }

    /// Whether it stands for a whole file.
    pub fn is_of_file(&self) -> bool {
        self.name == WHOLE_FILE
    }

    /// The key, which is unique in a run: `FILE::NAME`.
    pub fn key(&self) -> String {
        format!("{}::{}", self.file, self.name)
    }

    /// `FILE:LINE`, made safe to show.
    pub fn place(&self) -> String {
        format!("{}:{}", readable(&self.file), self.line)
    }

    /// The place, and the name made safe to show.
    pub fn place_and_name(&self) -> String {
        format!("{}  {}", self.place(), readable(&self.name))
    }
}

/// The name that stands for a whole file.
const WHOLE_FILE: &str = "(the whole file)";

/// A scenario in a list for other programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    tags: &'a [String],
}

impl<'a> From<&'a Identity> for Listed<'a> {
    fn from(identity: &'a Identity) -> Self {
        Self {
            name: &identity.name,
            file: &identity.file,
            line: identity.line,
            tags: &identity.tags,
        }
    }
}

/// The result of a scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its name and place.
    pub identity: Identity,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it was skipped, is blocked or unsupported, or is expected to fail.
    pub reason: Option<String>,
    /// The scenario whose failure blocks it.
    pub blocked_by: Option<Box<Identity>>,
    /// A remark of the first step that has one: `after 3 ms`.
    pub remark: Option<String>,
    /// What went wrong first. Later errors are not reported, as they may follow from it.
    pub failure: Option<Problem>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// Its steps in order, those not reached included.
    pub steps: Vec<StepReport>,
    /// The dialogue with the programs.
    pub dialogue: Dialogue,
    /// The end of what the programs wrote to stderr, by program.
    pub stderr_lines: Vec<String>,
    /// All that the programs of a script printed, by program, with `RunSettings::keeps_output`.
    pub printed: Vec<String>,
    /// How long it took, the last attempt alone.
    pub duration: Duration,
    /// The number of attempts.
    pub attempts: u32,
    /// The number of attempts that passed, of several.
    pub passes: u32,
    /// Whether the run was stopped before the last of several attempts.
    pub is_incomplete: bool,
    /// Changes of the file after which its expectations are met.
    pub patches: Vec<Patch>,
    /// With the patches the scenario passes: nothing else fails.
    pub passes_with_patches: bool,
    /// All expectations that were checked, with `RunSettings::bless`.
    pub checked: Vec<Checked>,
}

impl Report {
    /// A report with this outcome and nothing else.
    pub fn new(identity: Identity, outcome: Outcome) -> Self {
        Self {
            identity,
            outcome,
            reason: None,
            blocked_by: None,
            remark: None,
            failure: None,
            warnings: Vec::new(),
            steps: Vec::new(),
            dialogue: Dialogue::default(),
            stderr_lines: Vec::new(),
            printed: Vec::new(),
            duration: Duration::ZERO,
            attempts: 1,
            passes: 0,
            is_incomplete: false,
            patches: Vec::new(),
            passes_with_patches: false,
            checked: Vec::new(),
        }
    }

    /// A report of a scenario that was not run, for this reason.
    pub fn not_run(identity: Identity, outcome: Outcome, reason: String) -> Self {
        Self {
            reason: Some(reason),
            ..Self::new(identity, outcome)
        }
    }

    /// A report of a scenario that could not be read, for these reasons.
    pub fn of_errors(identity: Identity, errors: Vec<Diagnostic>) -> Self {
        Self {
            failure: Some(Problem::of_errors(ProblemKind::Scenario, errors)),
            ..Self::new(identity, Outcome::Error)
        }
    }

    /// What is wrong, in a few words and without places: empty when it passed.
    pub fn message(&self) -> String {
        if let Some(failure) = &self.failure {
            return failure.message();
        }
        match (self.outcome, &self.reason) {
            (Outcome::Pass | Outcome::Flaky, _) => String::new(),
            (Outcome::UnexpectedPass, Some(reason)) => {
                format!("expected to fail ({reason}), but passed")
            }
            (Outcome::UnexpectedPass, None) => "expected to fail, but passed".to_owned(),
            (outcome, Some(reason)) => format!("{outcome}: {reason}"),
            (outcome, None) => outcome.to_string(),
        }
    }

    /// How many of several attempts passed: `passed 1 of 3 attempts`.
    pub fn attempts_in_words(&self) -> Option<String> {
        let Self {
            attempts, passes, ..
        } = *self;
        match (attempts, passes) {
            (0 | 1, _) => None,
            (_, 0) => Some(format!("failed all {attempts} attempts")),
            _ if passes == attempts => Some(format!("passed all {attempts} attempts")),
            _ => Some(format!("passed {passes} of {attempts} attempts")),
        }
    }

    /// The first error of the failure.
    pub fn first_error(&self) -> Option<&Diagnostic> {
        self.failure.as_ref()?.diagnostics.first()
    }

    /// Whether it says nothing about the program, as the wrapper has not started it.
    pub fn is_of_failed_wrapper(&self) -> bool {
        let kind = self.failure.as_ref().map(|failure| failure.kind);
        kind == Some(ProblemKind::Program(FailureKind::WrapperFailed))
    }

    /// Whether the program was not started.
    pub fn is_of_failed_start(&self) -> bool {
        let kind = self.failure.as_ref().map(|failure| failure.kind);
        matches!(kind, Some(ProblemKind::Program(kind)) if kind.is_failed_start())
    }

    /// Where a diagnostic of this report is; the place of the scenario, where it has none.
    pub fn location<'a>(&'a self, diagnostic: Option<&'a Diagnostic>) -> Location<'a> {
        let place = diagnostic.and_then(Diagnostic::place);
        let identity = &self.identity;
        Location {
            file: place.and_then(|place| place.name).unwrap_or(&identity.file),
            line: place.map_or(identity.line, |place| place.line),
            column: place.map(|place| place.column),
        }
    }

    /// The points it earned. A scenario that was skipped or is unsupported is worth none; one
    /// that is blocked counts as failed.
    pub fn points(&self) -> Points {
        let possible = if self.outcome.was_run() || self.outcome == Outcome::Blocked {
            self.identity.points
        } else {
            0
        };
        let earned = match self.outcome {
            Outcome::Pass | Outcome::Flaky => possible,
            _ => 0,
        };
        Points { earned, possible }
    }
}

impl Visibility {
    /// Whether this audience sees a scenario.
    pub fn sees(self, identity: &Identity) -> bool {
        identity.visibility <= self
    }
}

impl Report {
    /// The report as this audience sees it; `None` if it does not. A scenario that it does not see
    /// is not named as the cause either.
    pub fn for_audience(&self, audience: Visibility) -> Option<Cow<'_, Self>> {
        if !audience.sees(&self.identity) {
            return None;
        }
        let cause = self.blocked_by.as_deref();
        if cause.is_none_or(|cause| audience.sees(cause)) {
            return Some(Cow::Borrowed(self));
        }
        Some(Cow::Owned(Self {
            reason: Some("it needs a scenario that is not shown, which failed".to_owned()),
            blocked_by: None,
            ..self.clone()
        }))
    }

    /// The hint for the author of the program, if it failed.
    pub fn hint(&self) -> Option<&str> {
        let hint = self.identity.hint.as_deref();
        hint.filter(|_| self.outcome.is_own_failure() || self.outcome == Outcome::Flaky)
    }
}

/// A place in a file, for people and other programs; lines and columns are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Location<'a> {
    pub file: &'a str,
    pub line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// Points earned, and points possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// The points earned.
    pub earned: u32,
    /// The points possible.
    pub possible: u32,
}

impl std::ops::AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.earned += other.earned;
        self.possible += other.possible;
    }
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReport {
    /// The step in a few words: `board`, `send: a7-b7`, ….
    pub name: String,
    /// The line on which it stands, counted from 1.
    pub line: usize,
    /// How it ended.
    pub outcome: StepOutcome,
    /// How long it took.
    #[serde(rename = "seconds", with = "in_seconds")]
    pub duration: Duration,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// Done.
    Done,
    /// Failed; it may have ended the scenario.
    Failed,
    /// Not run, as the scenario ended before it.
    NotRun,
}

/// An expectation that was checked. Other scenarios may share it, with other results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where it stands.
    pub place: Place,
    /// The indices of the report's patches after which it is met; empty if it is met now.
    pub patches: Range<usize>,
}
