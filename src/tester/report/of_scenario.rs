//! What a run tells of a scenario.

use super::Comparison;
use crate::diagnostic::Diagnostic;
use crate::opponents::dialogue::Dialogue;
use crate::tester::{Outcome, Place, SourceText};
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

/// What a scenario is called and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Identity {
    /// The file, as it was asked for.
    pub file: String,
    /// The line on which the scenario begins, counted from 1.
    pub line: usize,
    /// The suite it belongs to, if its file names one.
    pub suite: Option<String>,
    /// Its name, with the values of its matrix.
    pub name: String,
    /// What it is tagged with, in the order of the file, its suite's first.
    pub tags: Vec<String>,
    /// How many points it is worth.
    pub points: u32,
}

impl Identity {
    /// What is told of as a scenario when a file has none, as it cannot be read or
    /// understood.
    #[must_use]
    pub fn of_file(file: impl Into<String>, line: usize) -> Self {
        Self {
            file: file.into(),
            line,
            suite: None,
            name: WHOLE_FILE.to_owned(),
            tags: Vec::new(),
            points: 0,
        }
    }

    /// Whether it stands for a whole file.
    #[must_use]
    pub fn is_of_file(&self) -> bool {
        self.name == WHOLE_FILE
    }

    /// What no other scenario of a run is called: `FILE::NAME`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}::{}", self.file, self.name)
    }
}

/// What stands for the name of a scenario where there is none.
const WHOLE_FILE: &str = "(the whole file)";

/// What is told of a scenario that was run, or was not.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is called and where it stands.
    pub identity: Identity,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it was skipped, is unsupported, or was to fail.
    pub reason: Option<String>,
    /// A remark of the first step that has one: `after 3 ms`.
    pub remark: Option<String>,
    /// What went wrong first. Nothing more is told of what went wrong: the rest may
    /// follow from it.
    pub failure: Option<Failure>,
    /// The last lines that an engine wrote to stderr before it failed, where they may say more.
    pub last_words: Option<String>,
    /// What is odd about it without being wrong.
    pub warnings: Vec<Diagnostic>,
    /// Its steps in order, those not reached too.
    pub steps: Vec<StepReport>,
    /// What was said.
    pub dialogue: Dialogue,
    /// The end of what the programs wrote to stderr, by program.
    pub complaints: Vec<String>,
    /// How long it took, the last attempt alone.
    pub duration: Duration,
    /// How often it was tried.
    pub attempts: u32,
    /// What would make the file expect what there is.
    pub patches: Vec<Patch>,
    /// The patches make all of it true: there is nothing else that fails.
    pub mended: bool,
    /// All expectations that were looked at, where those that are not met are to be changed.
    pub checked: Vec<Checked>,
}

impl Report {
    /// A report of a scenario that ended like this, with nothing else to tell.
    #[must_use]
    pub fn new(identity: Identity, outcome: Outcome) -> Self {
        Self {
            identity,
            outcome,
            reason: None,
            remark: None,
            failure: None,
            last_words: None,
            warnings: Vec::new(),
            steps: Vec::new(),
            dialogue: Dialogue::default(),
            complaints: Vec::new(),
            duration: Duration::ZERO,
            attempts: 1,
            patches: Vec::new(),
            mended: false,
            checked: Vec::new(),
        }
    }

    /// What is wrong, in a few words and without places: empty when all is well.
    #[must_use]
    pub fn message(&self) -> String {
        if let Some(failure) = &self.failure {
            return failure.message();
        }
        match (self.outcome, &self.reason) {
            (Outcome::Pass | Outcome::Flaky, _) => String::new(),
            (Outcome::UnexpectedPass, Some(reason)) => {
                format!("it was to fail ({reason}), and did not")
            }
            (Outcome::UnexpectedPass, None) => "it was to fail, and did not".to_owned(),
            (outcome, Some(reason)) => format!("{outcome}: {reason}"),
            (outcome, None) => outcome.to_string(),
        }
    }

    /// The points it earned. A scenario that was not to be run, or that no program of this
    /// kind can do, is worth nothing.
    #[must_use]
    pub fn points(&self) -> Points {
        let possible = if self.outcome.was_run() {
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

/// Points earned, of those that could be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Points {
    /// Those that were earned.
    pub earned: u32,
    /// Those that could be.
    pub possible: u32,
}

impl std::ops::AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.earned += other.earned;
        self.possible += other.possible;
    }
}

/// What went wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What it is, with the place in the file that says otherwise. When a file is
    /// bad, there may be several.
    pub diagnostics: Vec<Diagnostic>,
    /// What was expected beside what there is, where that can be put side by side.
    pub comparison: Option<Comparison>,
}

impl Failure {
    /// A failure that is all said by a diagnostic.
    #[must_use]
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: vec![diagnostic],
            comparison: None,
        }
    }

    /// The messages, a line each, without places.
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = String::new();
        for diagnostic in &self.diagnostics {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(text, "{}", diagnostic.message);
        }
        text
    }
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReport {
    /// The step in a few words: `board`, `send: a7-b7`, ….
    pub name: String,
    /// The line on which it stands, counted from 1.
    pub line: usize,
    /// How it ended.
    pub outcome: StepOutcome,
    /// How long it took.
    pub duration: Duration,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// Well.
    Done,
    /// Not well: the scenario ended with it.
    Failed,
    /// The scenario ended before it.
    NotRun,
}

/// An expectation that was looked at. Other scenarios may share it, and find otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where it stands.
    pub place: Place,
    /// Which of the report's patches make it true; none if it is.
    pub patches: Range<usize>,
}

/// A change to a file that makes an expectation true: the bytes of the span become
/// the replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The file to change, as it was when it was read.
    pub source: SourceText,
    /// The bytes of the expectation.
    pub span: Range<usize>,
    /// What is to stand there.
    pub replacement: String,
}
