//! JSON: one object, or a line for each scenario.

use super::{Comparison, Identity, Points, Report, Reporter, StepReport, Stopped, Summary};
use crate::opponents::dialogue::{Speaker, Utterance};
use crate::tester::Outcome;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::seconds as in_seconds;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

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
    fn tell(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(&ReportJson::of(report))?;
        self.reports.push(text);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let summary = serde_json::to_string(&SummaryJson::of(summary))?;
        let reports = self.reports.join(",\n");
        writeln!(out, "{{\"summary\":{summary},\"reports\":[{reports}]}}")
    }
}

impl Reporter for JsonLines {
    fn tell(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &ReportJson::of(report))?;
        writeln!(out)?;
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let summary = serde_json::to_string(&SummaryJson::of(summary))?;
        writeln!(out, "{{\"summary\":{summary}}}")
    }
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    ok: bool,
    scenarios: usize,
    files: usize,
    counts: BTreeMap<&'static str, usize>,
    warnings: usize,
    points: Points,
    stopped: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_failure: Option<&'a str>,
    not_run: Vec<PlaceJson<'a>>,
    seconds: f64,
}

/// A scenario and where it is.
#[derive(Serialize)]
struct PlaceJson<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
}

impl<'a> SummaryJson<'a> {
    fn of(summary: &'a Summary) -> Self {
        let mut counts: BTreeMap<_, _> = Outcome::ALL
            .into_iter()
            .map(|outcome| (outcome.name(), summary.of(outcome)))
            .collect();
        counts.insert("not-run", summary.not_run.len());
        let place = |identity: &'a Identity| PlaceJson {
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
            stopped: summary.stopped.map(|stopped| match stopped {
                Stopped::Failures => "failures",
                Stopped::Interrupted => "interrupted",
                Stopped::NotStarted => "not-started",
            }),
            start_failure: summary.start_failure.as_deref(),
            not_run: summary.not_run.iter().map(place).collect(),
            seconds: in_seconds(summary.duration),
        }
    }
}

#[derive(Serialize)]
struct ReportJson<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<&'a str>,
    tags: &'a [String],
    outcome: Outcome,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    points: Points,
    attempts: u32,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailureJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<DiagnosticJson<'a>>,
    #[serde(skip_serializing_if = "<[StepReport]>::is_empty")]
    steps: &'a [StepReport],
    /// Left out where the scenario passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dialogue: Vec<UtteranceJson<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    dialogue_dropped: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stderr: &'a [String],
}

#[allow(clippy::trivially_copy_pass_by_ref)] // so serde wants it
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct FailureJson<'a> {
    diagnostics: Vec<DiagnosticJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Counted from 1, the column in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    help: &'a [String],
}

#[derive(Serialize)]
struct UtteranceJson<'a> {
    seconds: f64,
    /// Counted from 1.
    program: usize,
    by: Speaker,
    text: &'a str,
}

impl<'a> ReportJson<'a> {
    fn of(report: &'a Report) -> Self {
        let identity = &report.identity;
        let is_odd = report.outcome.is_bad() || report.outcome == Outcome::Flaky;
        let said = report.dialogue.utterances().iter().filter(|_| is_odd);
        Self {
            name: &identity.name,
            file: &identity.file,
            line: identity.line,
            suite: identity.suite.as_deref(),
            tags: &identity.tags,
            outcome: report.outcome,
            ok: !report.outcome.is_bad(),
            reason: report.reason.as_deref(),
            points: report.points(),
            attempts: report.attempts,
            seconds: in_seconds(report.duration),
            failure: report.failure.as_ref().map(|failure| FailureJson {
                diagnostics: failure.diagnostics.iter().map(DiagnosticJson::of).collect(),
                comparison: failure.comparison.as_ref(),
            }),
            warnings: report.warnings.iter().map(DiagnosticJson::of).collect(),
            steps: &report.steps,
            dialogue: said.map(UtteranceJson::of).collect(),
            dialogue_dropped: report.dialogue.dropped(),
            stderr: &report.stderr_lines,
        }
    }
}

impl<'a> DiagnosticJson<'a> {
    fn of(diagnostic: &'a Diagnostic) -> Self {
        let place = diagnostic.place();
        Self {
            code: diagnostic.code,
            message: &diagnostic.message,
            file: place.as_ref().and_then(|place| place.name),
            line: place.as_ref().map(|place| place.line),
            column: place.as_ref().map(|place| place.column),
            help: &diagnostic.help,
        }
    }
}

impl<'a> UtteranceJson<'a> {
    fn of(utterance: &'a Utterance) -> Self {
        Self {
            seconds: in_seconds(utterance.at),
            program: utterance.program + 1,
            by: utterance.by,
            text: &utterance.text,
        }
    }
}

#[cfg(test)]
mod tests;
