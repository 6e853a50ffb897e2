//! What report formats receive: the interface of all of them, the summary of a run, and the
//! results of a program of a class.

use super::{Identity, Points, Report, Rerun, StartFailure, Visibility, readable};
use crate::report::Outcome;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Duration;

/// A report format. It receives the results of a run and writes them.
pub trait Reporter {
    /// Begins the report of a run.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Reports a scenario.
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()>;

    /// Ends the report with the summary of the run.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;
}

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
    /// What was tested, in words, where the files do not say that.
    pub tested: Option<String>,
    /// The points of all scenarios that were run.
    pub points: Points,
    /// The number of scenarios that the audience does not see, which nothing else counts.
    pub hidden: usize,
    /// Whether some of those failed.
    pub hidden_failed: bool,
    /// The hints of those of them that failed.
    pub hints: BTreeSet<String>,
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

impl Stopped {
    /// The reason, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Failures => "failures",
            Self::Interrupted => "interrupted",
            Self::NotStarted => "not-started",
        }
    }

    /// The reason in words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Failures => "the failure limit was reached",
            Self::Interrupted => "interrupted",
            Self::NotStarted => "the program could not be started",
        }
    }
}

impl Summary {
    /// Adds a report.
    pub fn count(&mut self, report: &Report) {
        self.counts[report.outcome as usize] += 1;
        self.warnings += report.warnings.len();
        self.points += report.points();
        if !self.files.contains(&report.identity.file) {
            self.files.insert(report.identity.file.clone());
        }
    }

    /// Adds a report that the audience does not see.
    pub fn hide(&mut self, report: &Report) {
        self.hidden += 1;
        self.hidden_failed |= report.outcome.is_bad();
        self.hints.extend(report.hint().map(str::to_owned));
    }

    /// Adds scenarios without a report, of which the audience may not see some.
    pub fn add_not_run(&mut self, all: impl IntoIterator<Item = Identity>, audience: Visibility) {
        for identity in all {
            if audience.sees(&identity) {
                self.not_run.push(identity);
            } else {
                self.hidden += 1;
            }
        }
    }

    /// The number of scenarios with this outcome.
    pub const fn of(&self, outcome: Outcome) -> usize {
        self.counts[outcome as usize]
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

    /// Whether the run succeeded: no outcome is bad, shown or hidden, and it was not stopped.
    pub fn is_good(&self) -> bool {
        self.bad() == 0 && !self.hidden_failed && self.stopped.is_none()
    }

    /// The number of scenarios that the audience does not see, and whether some failed; `None`
    /// without any.
    pub fn hidden_in_words(&self) -> Option<String> {
        let failed = match (self.hidden, self.hidden_failed) {
            (0, _) => return None,
            (_, false) => "",
            (1, true) => ", which failed",
            (_, true) => ", of which some failed",
        };
        Some(format!("{} hidden{failed}", self.hidden))
    }

    /// The scenarios that were running when the run was stopped, in a list.
    pub fn cut_short_in_words(&self) -> String {
        let keys = self.cut_short.iter().map(Identity::key);
        let keys: Vec<String> = keys.map(|key| readable(&key).into_owned()).collect();
        keys.join(", ")
    }

    /// The counts that are not zero, in words: `3 passed, 1 failed`.
    pub fn counts_in_words(&self) -> String {
        let mut parts: Vec<String> = Outcome::ALL
            .into_iter()
            .filter(|&outcome| self.of(outcome) > 0)
            .map(|outcome| format!("{} {}", self.of(outcome), outcome.past_tense()))
            .collect();
        if !self.not_run.is_empty() {
            parts.push(format!("{} not run", self.not_run.len()));
        }
        if parts.is_empty() {
            let nothing = if self.hidden > 0 {
                "nothing shown"
            } else {
                "nothing to run"
            };
            parts.push(nothing.to_owned());
        }
        parts.join(", ")
    }

    /// The summary in one line.
    pub fn in_words(&self) -> String {
        let (total, files) = (self.total() + self.not_run.len(), self.files());
        let scenarios = counted(total, "scenario");
        let place = match files {
            0 => String::new(),
            files => format!(" in {}", counted(files, "file")),
        };
        let warnings = match self.warnings {
            0 => String::new(),
            warnings => format!("; {}", counted(warnings, "warning")),
        };
        let hidden = self.hidden_in_words();
        let hidden = hidden.map_or_else(String::new, |words| format!("; {words}"));
        let tested = self.tested.as_ref();
        let tested = tested.map_or_else(String::new, |tested| format!("; tested: {tested}"));
        format!(
            "{scenarios}{place}: {}{warnings}{hidden} ({:.2} s){tested}",
            self.counts_in_words(),
            self.duration.as_secs_f64()
        )
    }
}

/// The results of a program of a class.
#[derive(Clone, Debug, Default)]
pub struct ProgramResults {
    /// Its name.
    pub name: String,
    /// The command line that starts it.
    pub command: String,
    /// The options that run one of its scenarios again.
    pub rerun: Rerun,
    /// The reports of its scenarios, in order.
    pub reports: Vec<Report>,
    /// The scenarios that were not run, in order.
    pub not_run: Vec<Identity>,
    /// Why it was never started.
    pub start_failure: Option<StartFailure>,
}

impl ProgramResults {
    /// The results that students see at once, and their summary, which counts the others.
    pub fn for_students(&self) -> (Self, Summary) {
        let audience = Visibility::Visible;
        let reports = self.reports.iter();
        let shown = Self {
            reports: reports
                .filter_map(|report| report.for_audience(audience))
                .map(Cow::into_owned)
                .collect(),
            not_run: Vec::new(),
            ..self.clone()
        };
        let mut summary = shown.summary();
        for report in &self.reports {
            if !audience.sees(&report.identity) {
                summary.hide(report);
            }
        }
        summary.add_not_run(self.not_run.iter().cloned(), audience);
        let not_run = summary.not_run.clone();
        (Self { not_run, ..shown }, summary)
    }

    /// The summary of its scenarios; its duration is the sum of theirs.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for report in &self.reports {
            summary.count(report);
            summary.duration += report.duration;
        }
        summary.not_run.clone_from(&self.not_run);
        summary
    }
}

/// The code of warnings about files that tests lack.
const MISSING_FILE: &str = "missing-file";

/// The warning that a test lacks the file of this name, and does without it.
pub fn missing_file(name: &str) -> Diagnostic {
    let message = format!("there is no file `{name}`: it counts as an empty one");
    let help = "an empty file expects neither boards nor results";
    Diagnostic::warning(MISSING_FILE, message).with_help([help.to_owned()])
}

/// The name of the missing file, if the warning is of one.
pub fn missing_name(warning: &Diagnostic) -> Option<&str> {
    let is_missing = warning.code == MISSING_FILE;
    is_missing
        .then(|| warning.message.split('`').nth(1))
        .flatten()
}

/// What is missing, in one warning: nothing without names.
pub fn missing_files(names: &[String]) -> Option<Diagnostic> {
    match names {
        [] => None,
        [name] => Some(missing_file(name)),
        names => {
            let files = names.len();
            let message = format!("there are no files for {files} tests: each counts as empty");
            let list = names.join(", ");
            let help = "an empty file expects neither boards nor results".to_owned();
            Some(
                Diagnostic::warning(MISSING_FILE, message)
                    .with_help([format!("missing: {list}"), help]),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::diagnostic::{Look, render};

    #[test]
    fn many_missing_files_are_one_warning() {
        let warning = missing_file("a/x-1.std");
        assert_eq!(missing_name(&warning), Some("a/x-1.std"));
        assert_eq!(missing_name(&Diagnostic::warning("other", "`a`")), None);
        assert_eq!(missing_files(&[]), None);
        let names = ["a-1.std".to_owned(), "b-2.std".to_owned()];
        let all = missing_files(&names).expect("a warning");
        insta::assert_snapshot!(render(&all, Look::Plain), @"
        warning: there are no files for 2 tests: each counts as empty
         |
         = help: missing: a-1.std, b-2.std
         = help: an empty file expects neither boards nor results
        ");
    }
}
