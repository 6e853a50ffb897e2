//! The summary of a run.

use super::{Identity, Points, Report};
use crate::tester::Outcome;
use std::collections::BTreeSet;
use std::time::Duration;

/// The summary of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    counts: [usize; Outcome::ALL.len()],
    files: BTreeSet<String>,
    /// The number of warnings.
    pub warnings: usize,
    /// The scenarios without a report, in order.
    pub not_run: Vec<Identity>,
    /// Those of them that were running when the run was stopped.
    pub cut_short: Vec<Identity>,
    /// Why the run ended before its end.
    pub stopped: Option<Stopped>,
    /// Why the program under test could not be started.
    pub start_failure: Option<String>,
    /// The points of all scenarios that were run.
    pub points: Points,
    /// The duration of the run.
    pub duration: Duration,
}

/// Why a run ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// The limit on failures was reached.
    Failures,
    /// It was interrupted.
    Interrupted,
    /// The program under test could not be started.
    NotStarted,
}

impl Summary {
    /// Adds a report.
    pub fn count(&mut self, report: &Report) {
        self.counts[place(report.outcome)] += 1;
        self.warnings += report.warnings.len();
        self.points += report.points();
        if !self.files.contains(&report.identity.file) {
            self.files.insert(report.identity.file.clone());
        }
    }

    /// The number of scenarios with this outcome.
    pub const fn of(&self, outcome: Outcome) -> usize {
        self.counts[place(outcome)]
    }

    /// The number of reports.
    pub fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The number of files, those of scenarios without a report included.
    pub fn files(&self) -> usize {
        let unknown = |file: &&str| !self.files.contains(*file);
        let not_run = self.not_run.iter().map(|identity| identity.file.as_str());
        let more: BTreeSet<&str> = not_run.filter(unknown).collect();
        self.files.len() + more.len()
    }

    /// The number of bad outcomes.
    pub fn bad(&self) -> usize {
        let bad = Outcome::ALL.into_iter().filter(|outcome| outcome.is_bad());
        bad.map(|outcome| self.of(outcome)).sum()
    }

    /// Whether the run succeeded: no outcome is bad, and it was not stopped.
    pub fn is_good(&self) -> bool {
        self.bad() == 0 && self.stopped.is_none()
    }

    /// The counts that are not zero, in words: `3 passed, 1 failed`.
    pub fn counts_in_words(&self) -> String {
        let mut parts: Vec<String> = Outcome::ALL
            .into_iter()
            .filter(|&outcome| self.of(outcome) > 0)
            .map(|outcome| format!("{} {}", self.of(outcome), what_it_did(outcome)))
            .collect();
        if !self.not_run.is_empty() {
            parts.push(format!("{} not run", self.not_run.len()));
        }
        if parts.is_empty() {
            parts.push("nothing to run".to_owned());
        }
        parts.join(", ")
    }

    /// The summary in one line.
    pub fn in_words(&self) -> String {
        let (total, files) = (self.total() + self.not_run.len(), self.files());
        let scenarios = if total == 1 { "scenario" } else { "scenarios" };
        let place = match files {
            0 => String::new(),
            1 => " in 1 file".to_owned(),
            files => format!(" in {files} files"),
        };
        let warnings = match self.warnings {
            0 => String::new(),
            1 => "; 1 warning".to_owned(),
            warnings => format!("; {warnings} warnings"),
        };
        format!(
            "{total} {scenarios}{place}: {}{warnings} ({:.2} s)",
            self.counts_in_words(),
            self.duration.as_secs_f64()
        )
    }
}

const fn place(outcome: Outcome) -> usize {
    outcome as usize
}

/// The outcome in words after a number of scenarios: `3 passed`.
pub(super) const fn what_it_did(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "passed",
        Outcome::Fail => "failed",
        Outcome::Error => "in error",
        Outcome::TimeOut => "timed out",
        Outcome::Crash => "crashed",
        Outcome::Skipped => "skipped",
        Outcome::Unsupported => "unsupported",
        Outcome::ExpectedFailure => "failed as expected",
        Outcome::UnexpectedPass => "passed unexpectedly",
        Outcome::Flaky => "flaky",
    }
}
