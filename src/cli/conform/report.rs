//! The report of a run, as JSON and as text.

use crate::opponents::FailureKind;
use crate::opponents::dialogue::Speaker;
use crate::opponents::uai::client::EngineIdentity;
use crate::report::{Identity, Outcome, ProblemKind, Report, readable};
use crate::scenario::performer::Scenario;
use crate::scenario::suites::UAI;
use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::text::{counted, seconds as in_seconds};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The report of a run.
#[derive(Serialize)]
pub struct ConformReport<'a> {
    command: &'a str,
    engine: About<'a>,
    pub steps: Vec<Step>,
    pub ok: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Why no more could be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<String>,
    pub seconds: f64,
}

/// What the engine says of itself.
#[derive(Serialize)]
struct About<'a> {
    name: &'a str,
    author: &'a str,
    /// As it announces them.
    options: Vec<String>,
}

/// The result of a step.
#[derive(Serialize)]
pub struct Step {
    pub name: String,
    pub outcome: Conclusion,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What was seen, what is wrong, or what the engine does not offer.
    pub detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wire: Vec<Exchanged>,
    pub seconds: f64,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    Ok,
    Failed,
    /// The engine does not offer what the step is about, and need not.
    Skipped,
}

/// A line that was exchanged.
#[derive(Serialize)]
pub struct Exchanged {
    /// Seconds after the first that is shown.
    pub at: f64,
    pub by: &'static str,
    pub line: String,
}

impl<'a> ConformReport<'a> {
    pub fn of(
        command: &'a str,
        engine: &'a EngineIdentity,
        steps: Vec<Step>,
        took: Duration,
    ) -> Self {
        let count = |outcome| steps.iter().filter(|step| step.outcome == outcome).count();
        Self {
            command,
            engine: About {
                name: &engine.name,
                author: &engine.author,
                options: engine.options.iter().map(ToString::to_string).collect(),
            },
            ok: count(Conclusion::Ok),
            failed: count(Conclusion::Failed),
            skipped: count(Conclusion::Skipped),
            steps,
            given_up: None,
            seconds: in_seconds(took),
        }
    }
}

impl From<Report> for Step {
    fn from(report: Report) -> Self {
        let outcome = match report.outcome {
            Outcome::Pass => Conclusion::Ok,
            Outcome::Unsupported => Conclusion::Skipped,
            _ => Conclusion::Failed,
        };
        let failure = report.failure.as_ref();
        let detail = match outcome {
            Conclusion::Ok => report.remark.unwrap_or_default(),
            Conclusion::Failed => report.message(),
            Conclusion::Skipped => report.reason.unwrap_or_default(),
        };
        let kind = failure.map(|failure| match failure.kind {
            ProblemKind::Program(FailureKind::NotStarted) => Some("not started"),
            _ => failure
                .diagnostics
                .first()
                .map(|diagnostic| diagnostic.code),
        });
        let utterances = report.dialogue.utterances();
        let start = utterances.front().map_or(Duration::ZERO, |line| line.at);
        let exchanged = utterances.iter().map(|line| Exchanged {
            at: in_seconds(line.at.saturating_sub(start)),
            by: match line.by {
                Speaker::Runner => "client",
                Speaker::Program => "engine",
            },
            line: line.text.clone(),
        });
        Self {
            outcome,
            kind: kind.flatten(),
            stderr: report.failure.and_then(|failure| failure.last_words),
            detail,
            wire: match outcome {
                Conclusion::Failed => exchanged.collect(),
                _ => Vec::new(),
            },
            seconds: in_seconds(report.duration),
            name: report.identity.name,
        }
    }
}

/// A step that can be tried.
#[derive(Serialize)]
pub struct Listed<'a> {
    pub name: &'a str,
    pub about: &'a str,
}

/// The steps that can be tried.
pub fn listed(steps: &[(Identity, Scenario)]) -> Vec<Listed<'_>> {
    let steps = steps.iter().map(|(identity, scenario)| Listed {
        name: &identity.name,
        about: scenario.description.as_deref().unwrap_or_default(),
    });
    steps.collect()
}

/// The most exchanged lines that are shown for a failed step.
const SHOWN: usize = 12;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// A line for each step, with what it is about.
pub fn list(steps: &[Listed]) -> String {
    let width = width();
    let line = |step: &Listed| format!("{:width$}  {}\n", step.name, step.about);
    steps.iter().map(line).collect()
}

/// The length of the longest name.
fn width() -> usize {
    UAI.names().map(str::len).max().unwrap_or_default()
}

/// The result of a step in a line, and below it the lines that were exchanged if it failed.
pub fn step(step: &Step) -> String {
    let (style, outcome) = match step.outcome {
        Conclusion::Ok => (GOOD, "ok"),
        Conclusion::Failed => (BAD, "FAILED"),
        Conclusion::Skipped => (FAINT, "skipped"),
    };
    let mut text = format!(
        "{style}{outcome:7}{style:#}  {:width$}  {}",
        step.name,
        readable(&step.detail),
        width = width()
    )
    .trim_end()
    .to_owned();
    text.push('\n');
    exchange(&mut text, step);
    if let Some(words) = &step.stderr {
        text.push_str("    the last it wrote to stderr:\n");
        for line in words.lines() {
            let _ = writeln!(text, "      {}", readable(line));
        }
    }
    text
}

fn exchange(text: &mut String, step: &Step) {
    let total = step.wire.len();
    let signs = "(> to the engine, < by it)";
    let _ = match total {
        0 => return,
        _ if total > SHOWN => {
            writeln!(text, "    the last {SHOWN} of {total} lines said {signs}:")
        }
        _ => writeln!(text, "    what was said {signs}:"),
    };
    for exchanged in &step.wire[total.saturating_sub(SHOWN)..] {
        let sign = if exchanged.by == "client" { '>' } else { '<' };
        let (time, line) = (exchanged.at, readable(&exchanged.line));
        let line = format!("    {FAINT}{time:8.3} s{FAINT:#}  {sign} {line}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// The last line; `steps` is the number of all steps.
pub fn summary(report: &ConformReport, steps: usize) -> String {
    let mut parts = vec![format!("{} ok", report.ok)];
    if report.failed > 0 {
        parts.push(format!("{BAD}{} failed{BAD:#}", report.failed));
    }
    if report.skipped > 0 {
        parts.push(format!("{} skipped", report.skipped));
    }
    let left = steps - report.steps.len();
    if left > 0 {
        parts.push(format!("{left} not tried"));
    }
    let (steps, parts) = (counted(steps, "step"), parts.join(", "));
    let mut text = format!("\n{steps}: {parts} ({:.1} s)\n", report.seconds);
    if let Some(failure) = &report.given_up {
        let _ = writeln!(text, "the other steps were not run: {}", readable(failure));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn of(outcome: Conclusion, detail: &str, lines: u32) -> Step {
        let line = |number| Exchanged {
            at: f64::from(number) / 1000.0,
            by: if number % 2 == 0 { "client" } else { "engine" },
            line: format!("line {number}\u{1b}[2J"),
        };
        let failed = outcome == Conclusion::Failed;
        Step {
            name: "isready".to_owned(),
            outcome,
            kind: failed.then_some("wrong"),
            detail: detail.to_owned(),
            stderr: failed.then(|| "oh\nno".to_owned()),
            wire: (0..lines).map(line).collect(),
            seconds: 0.005,
        }
    }

    #[test]
    fn steps_as_text() {
        let steps = [
            of(Conclusion::Ok, "at once", 0),
            of(Conclusion::Ok, "", 0),
            of(Conclusion::Skipped, "it knows none", 0),
            of(Conclusion::Failed, "it is not ready", 3),
            of(Conclusion::Failed, "it is not ready", 14),
        ];
        let text: String = steps.iter().map(step).collect();
        insta::assert_snapshot!(plain(&text), @"
        ok       isready               at once
        ok       isready
        skipped  isready               it knows none
        FAILED   isready               it is not ready
            what was said (> to the engine, < by it):
               0.000 s  > line 0�[2J
               0.001 s  < line 1�[2J
               0.002 s  > line 2�[2J
            the last it wrote to stderr:
              oh
              no
        FAILED   isready               it is not ready
            the last 12 of 14 lines said (> to the engine, < by it):
               0.002 s  > line 2�[2J
               0.003 s  < line 3�[2J
               0.004 s  > line 4�[2J
               0.005 s  < line 5�[2J
               0.006 s  > line 6�[2J
               0.007 s  < line 7�[2J
               0.008 s  > line 8�[2J
               0.009 s  < line 9�[2J
               0.010 s  > line 10�[2J
               0.011 s  < line 11�[2J
               0.012 s  > line 12�[2J
               0.013 s  < line 13�[2J
            the last it wrote to stderr:
              oh
              no
        ");
        let (identity, took) = (EngineIdentity::default(), Duration::from_millis(1234));
        let report = ConformReport::of("x", &identity, steps.into(), took);
        let summary = summary(&report, 6);
        insta::assert_snapshot!(plain(&summary), @"

        6 steps: 2 ok, 2 failed, 1 skipped, 1 not tried (1.2 s)
        ");
    }
}
