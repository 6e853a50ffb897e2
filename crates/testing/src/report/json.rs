//! Reports as JSON: one object, or a line for each scenario; and their failures, read back. The file
//! of results of a class has the same form with what its reports show besides.

use super::failure::{INTERRUPTED, NOT_STARTED, PANIC, WRAPPER_FAILED};
use super::{
    Comparison, Identity, Points, Problem, ProblemKind, Report, Reporter, StepReport, Stopped,
    Summary, Visibility,
};
use crate::report::Outcome;
use ataxx_core::diagnostic::text::seconds;
use ataxx_core::diagnostic::{Diagnostic, Label, Severity, Source};
use ataxx_opponents::FailureKind;
use ataxx_opponents::dialogue::{Dialogue, Utterance, in_seconds};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The version of the form of reports in files of results of a class.
pub const CLASS_RESULTS_VERSION: u32 = 2;

/// One JSON object at the end, with `summary` and `reports`.
#[derive(Debug, Default)]
pub struct Json {
    /// The text of each report: values would take many times the room.
    reports: Vec<String>,
}

/// A line of JSON for each scenario as it ends, and at the end one with `summary`.
#[derive(Debug, Default)]
pub struct JsonLines;

impl Reporter for Json {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(&Record::of(report))?;
        self.reports.push(text);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let summary = serde_json::to_string(&SummaryRecord::of(summary))?;
        let reports = self.reports.join(",\n");
        writeln!(out, "{{\"summary\":{summary},\"reports\":[{reports}]}}")
    }
}

impl Reporter for JsonLines {
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Record::of(report))?;
        writeln!(out)?;
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let summary = serde_json::to_string(&SummaryRecord::of(summary))?;
        writeln!(out, "{{\"summary\":{summary}}}")
    }
}

#[derive(Serialize)]
struct SummaryRecord<'a> {
    ok: bool,
    scenarios: usize,
    files: usize,
    counts: BTreeMap<&'static str, usize>,
    warnings: usize,
    points: Points,
    stopped: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_failure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tested: Option<&'a str>,
    not_run: Vec<NotRun<'a>>,
    seconds: f64,
}

/// A scenario that was not run, and where it is.
#[derive(Serialize)]
struct NotRun<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
}

impl<'a> SummaryRecord<'a> {
    fn of(summary: &'a Summary) -> Self {
        let mut counts: BTreeMap<_, _> = Outcome::ALL
            .into_iter()
            .map(|outcome| (outcome.name(), summary.of(outcome)))
            .collect();
        counts.insert("not-run", summary.not_run.len());
        let not_run = |identity: &'a Identity| NotRun {
            name: &identity.name,
            file: &identity.file,
            line: identity.line,
        };
        Self {
            ok: summary.is_good(),
            scenarios: summary.total() + summary.not_run.len(),
            files: summary.files(),
            counts,
            warnings: summary.warnings,
            points: summary.points,
            stopped: summary.stopped.map(Stopped::name),
            start_failure: summary.start_failure.as_deref(),
            tested: summary.tested.as_deref(),
            not_run: summary.not_run.iter().map(not_run).collect(),
            seconds: seconds(summary.duration),
        }
    }
}

/// A report as it is written and read back. What serves the update of expectations is left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    name: String,
    file: String,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<String>,
    tags: Vec<String>,
    outcome: Outcome,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Visibility::is_visible")]
    visibility: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by: Option<Box<Identity>>,
    points: Points,
    attempts: u32,
    /// Of several attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<u32>,
    #[serde(rename = "seconds", with = "in_seconds")]
    duration: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailureRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<DiagnosticRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepReport>,
    /// Only [complete](Self::complete) where the scenario passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dialogue: Vec<Utterance>,
    #[serde(default, skip_serializing_if = "is_zero")]
    dialogue_dropped: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stderr: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // required by serde
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct FailureRecord {
    pub diagnostics: Vec<DiagnosticRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Box<Comparison>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct DiagnosticRecord {
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Counted from 1, the column in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
    /// What it is about, in [complete](Record::complete) records.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<AboutRecord>,
}

/// The severity of a diagnostic, and the text that it shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AboutRecord {
    is_warning: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Box<Source>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(Range<usize>, String)>,
}

impl Record {
    /// The report as `--format json` has it.
    pub fn of(report: &Report) -> Self {
        let is_odd = report.outcome.is_own_failure() || report.outcome == Outcome::Flaky;
        Self::new(report, is_odd, false)
    }

    /// The report with all that reports of a class show.
    pub fn complete(report: &Report) -> Self {
        Self::new(report, true, true)
    }

    fn new(report: &Report, with_dialogue: bool, is_complete: bool) -> Self {
        let identity = report.identity.clone();
        let record = |one: &Diagnostic| DiagnosticRecord::of(one, is_complete);
        let diagnostics = |all: &[Diagnostic]| all.iter().map(record).collect();
        let utterances = report.dialogue.utterances().iter();
        Self {
            name: identity.name,
            file: identity.file,
            line: identity.line,
            suite: identity.suite,
            tags: identity.tags,
            outcome: report.outcome,
            ok: !report.outcome.is_bad(),
            reason: report.reason.clone(),
            visibility: identity.visibility,
            hint: if is_complete {
                identity.hint
            } else {
                report.hint().map(str::to_owned)
            },
            blocked_by: report.blocked_by.clone(),
            points: report.points(),
            attempts: report.attempts,
            passes: (report.attempts > 1).then_some(report.passes),
            duration: report.duration,
            failure: report.failure.as_ref().map(|failure| FailureRecord {
                diagnostics: diagnostics(&failure.diagnostics),
                comparison: failure.comparison.clone(),
            }),
            warnings: diagnostics(&report.warnings),
            steps: report.steps.clone(),
            dialogue: utterances.filter(|_| with_dialogue).cloned().collect(),
            dialogue_dropped: report.dialogue.dropped(),
            stderr: report.stderr_lines.clone(),
        }
    }
}

impl From<Record> for Report {
    /// A scenario that was not run is worth no points.
    fn from(record: Record) -> Self {
        let identity = Identity {
            name: record.name,
            file: record.file,
            line: record.line,
            suite: record.suite,
            tags: record.tags,
            points: record.points.possible,
            visibility: record.visibility,
            hint: record.hint,
        };
        let diagnostics = |all: Vec<DiagnosticRecord>| all.into_iter().map(Diagnostic::from);
        Self {
            reason: record.reason,
            blocked_by: record.blocked_by,
            failure: record.failure.map(|failure| {
                let kind = failure.kind(record.outcome);
                let errors = diagnostics(failure.diagnostics).collect();
                Problem {
                    comparison: failure.comparison,
                    ..Problem::of_errors(kind, errors)
                }
            }),
            warnings: diagnostics(record.warnings).collect(),
            steps: record.steps,
            dialogue: Dialogue::of(record.dialogue, record.dialogue_dropped),
            stderr_lines: record.stderr,
            duration: record.duration,
            attempts: record.attempts,
            passes: record.passes.unwrap_or_default(),
            ..Self::new(identity, record.outcome)
        }
    }
}

impl FailureRecord {
    /// The kind of a failure with this outcome, by the code of the first error. Where it matters
    /// for no exit status, it is one with this outcome.
    fn kind(&self, outcome: Outcome) -> ProblemKind {
        let code = self.diagnostics.first().map(|error| error.code.as_str());
        match (code, outcome) {
            (Some(NOT_STARTED), _) => ProblemKind::Program(FailureKind::NotStarted),
            (Some(WRAPPER_FAILED), _) => ProblemKind::Program(FailureKind::WrapperFailed),
            (Some(INTERRUPTED), _) => ProblemKind::Program(FailureKind::Interrupted),
            (Some(PANIC), _) => ProblemKind::Panic,
            (_, Outcome::Error) => ProblemKind::Scenario,
            (_, Outcome::TimeOut) => ProblemKind::Program(FailureKind::Timeout(None)),
            (_, Outcome::Crash) => ProblemKind::Program(FailureKind::Crash),
            _ => ProblemKind::Unmet,
        }
    }
}

impl DiagnosticRecord {
    fn of(diagnostic: &Diagnostic, is_complete: bool) -> Self {
        let place = diagnostic.place();
        let labels = diagnostic.labels.iter().cloned();
        let about = AboutRecord {
            is_warning: diagnostic.severity == Severity::Warning,
            source: diagnostic.source.clone(),
            labels: labels.map(|label| (label.span, label.text)).collect(),
        };
        Self {
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            file: place.and_then(|place| place.name).map(str::to_owned),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            help: diagnostic.help.clone(),
            about: is_complete.then_some(about),
        }
    }
}

impl From<DiagnosticRecord> for Diagnostic {
    fn from(record: DiagnosticRecord) -> Self {
        let (code, help) = (leaked(record.code), record.help);
        let error = Self::error(code, record.message).with_help(help);
        let Some(about) = record.about else {
            return error;
        };
        let labels = about.labels.into_iter();
        Self {
            severity: if about.is_warning {
                Severity::Warning
            } else {
                Severity::Error
            },
            source: about.source,
            labels: labels.map(|(span, text)| Label { span, text }).collect(),
            ..error
        }
    }
}

/// A code that was read, for as long as the program runs. There are only a few of them, and
/// each is kept once.
fn leaked(code: String) -> &'static str {
    static CODES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = codes.get(code.as_str()) {
        return known;
    }
    let leaked: &'static str = code.leak();
    codes.insert(leaked);
    leaked
}

#[cfg(test)]
mod tests;
