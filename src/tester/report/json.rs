//! For programs: one JSON object, or a line of JSON for each scenario.

use super::{Comparison, Identity, Points, Report, Reporter, StepOutcome, Stopped, Summary};
use crate::board::{Bitboard, Position};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::text::seconds as in_seconds;
use crate::opponents::dialogue::Speaker;
use crate::tester::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// One JSON object at the end, with `summary` and `reports`.
#[derive(Debug, Default)]
pub struct Json {
    /// The text of each: values would take many times the room.
    reports: Vec<String>,
}

/// A line of JSON for each scenario as it is told of, and at the end one with `summary`.
#[derive(Debug, Default)]
pub struct JsonLines;

impl Reporter for Json {
    fn tell(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.reports.push(serde_json::to_string(&Told::of(report))?);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let summary = serde_json::to_string(&Sums::of(summary))?;
        let reports = self.reports.join(",\n");
        writeln!(out, "{{\"summary\":{summary},\"reports\":[{reports}]}}")
    }
}

impl Reporter for JsonLines {
    fn tell(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Told::of(report))?;
        writeln!(out)?;
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Last<'a> {
            summary: Sums<'a>,
        }
        let summary = Sums::of(summary);
        serde_json::to_writer(&mut *out, &Last { summary })?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct Sums<'a> {
    ok: bool,
    scenarios: usize,
    files: usize,
    counts: BTreeMap<&'static str, usize>,
    warnings: usize,
    points: Points,
    stopped: Option<&'static str>,
    not_run: Vec<Place<'a>>,
    seconds: f64,
}

/// A scenario and where it is.
#[derive(Serialize)]
struct Place<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
}

impl<'a> Sums<'a> {
    fn of(summary: &'a Summary) -> Self {
        let mut counts: BTreeMap<_, _> = Outcome::ALL
            .into_iter()
            .map(|outcome| (outcome.name(), summary.of(outcome)))
            .collect();
        counts.insert("not-run", summary.not_run.len());
        let place = |identity: &'a Identity| Place {
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
            }),
            not_run: summary.not_run.iter().map(place).collect(),
            seconds: in_seconds(summary.duration),
        }
    }
}

#[derive(Serialize)]
struct Told<'a> {
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
    failure: Option<Wrong<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Said<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Step<'a>>,
    /// Of scenarios that are well nobody reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dialogue: Vec<Line<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    dialogue_dropped: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stderr: Vec<&'a str>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // so serde wants it
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct Wrong<'a> {
    diagnostics: Vec<Said<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Compared<'a>>,
}

/// A diagnostic.
#[derive(Serialize)]
struct Said<'a> {
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
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Compared<'a> {
    Values {
        what: &'a str,
        expected: &'a str,
        actual: &'a str,
    },
    Texts {
        expected: &'a str,
        actual: &'a str,
    },
    Boards {
        expected: String,
        actual: String,
        /// The squares about which nothing was expected.
        open: Vec<String>,
        differing: Vec<String>,
    },
    Sets {
        what: &'a str,
        missing: &'a [String],
        surplus: &'a [String],
        common: usize,
    },
}

#[derive(Serialize)]
struct Step<'a> {
    name: &'a str,
    line: usize,
    outcome: StepOutcome,
    seconds: f64,
}

#[derive(Serialize)]
struct Line<'a> {
    seconds: f64,
    /// Counted from 1.
    program: usize,
    by: Speaker,
    text: &'a str,
}

impl<'a> Told<'a> {
    fn of(report: &'a Report) -> Self {
        let identity = &report.identity;
        let telling = report.outcome.is_bad() || report.outcome == Outcome::Flaky;
        let said = report.dialogue.utterances().iter();
        let dialogue = said.map(|utterance| Line {
            seconds: in_seconds(utterance.at),
            program: utterance.program + 1,
            by: utterance.by,
            text: &utterance.text,
        });
        let steps = report.steps.iter().map(|step| Step {
            name: &step.name,
            line: step.line,
            outcome: step.outcome,
            seconds: in_seconds(step.duration),
        });
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
            failure: report.failure.as_ref().map(|failure| Wrong {
                diagnostics: failure.diagnostics.iter().map(Said::of).collect(),
                comparison: failure.comparison.as_ref().map(Compared::of),
            }),
            warnings: report.warnings.iter().map(Said::of).collect(),
            steps: steps.collect(),
            dialogue: dialogue.filter(|_| telling).collect(),
            dialogue_dropped: report.dialogue.dropped(),
            stderr: report.complaints.iter().map(String::as_str).collect(),
        }
    }
}

impl<'a> Said<'a> {
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

impl<'a> Compared<'a> {
    fn of(comparison: &'a Comparison) -> Self {
        let fen = |position: &Position| position.to_string();
        let names = |squares: Bitboard| {
            let squares = squares.squares();
            squares.map(|square| square.to_string()).collect()
        };
        match comparison {
            Comparison::Values {
                what,
                expected,
                actual,
            } => Self::Values {
                what,
                expected,
                actual,
            },
            Comparison::Texts { expected, actual } => Self::Texts { expected, actual },
            Comparison::Boards {
                expected,
                constrained,
                actual,
                differing,
            } => Self::Boards {
                expected: fen(expected),
                actual: fen(actual),
                open: names(!*constrained),
                differing: names(*differing),
            },
            Comparison::Sets {
                what,
                missing,
                surplus,
                common,
            } => Self::Sets {
                what,
                missing,
                surplus,
                common: *common,
            },
        }
    }
}

#[cfg(test)]
mod tests;
