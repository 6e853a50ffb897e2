//! The report of a run, as JSON and as text.

use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::Look;
use ataxx_core::diagnostic::text::{counted, seconds as in_seconds};
use ataxx_opponents::dialogue::Speaker;
use ataxx_opponents::uai::client::EngineIdentity;
use ataxx_testing::report::{
    Identity, Outcome, ProblemKind, Report, dialogue_text, readable, stderr_text,
};
use ataxx_testing::scenario::performer::Scenario;
use ataxx_testing::scenario::suites::UAI;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The report of a run.
#[derive(Serialize)]
pub struct ConformReport<'a> {
    command: &'a str,
    engine: About<'a>,
    steps: Vec<Step<'a>>,
    pub ok: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Why the other steps were not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<String>,
    pub seconds: f64,
}

/// The identity of the engine.
#[derive(Serialize)]
struct About<'a> {
    name: &'a str,
    author: &'a str,
    /// As it announces them.
    options: Vec<String>,
}

/// The result of a step.
#[derive(Serialize)]
struct Step<'a> {
    name: &'a str,
    outcome: Conclusion,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<&'a str>,
    /// The dialogue of a failed step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wire: Vec<Exchanged<'a>>,
    seconds: f64,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Conclusion {
    Ok,
    Failed,
    /// The engine does not offer what the step is about, and need not.
    Skipped,
}

/// A line that was exchanged.
#[derive(Serialize)]
struct Exchanged<'a> {
    /// Seconds after the first that is shown.
    at: f64,
    by: &'static str,
    line: &'a str,
}

impl<'a> ConformReport<'a> {
    pub fn of(
        command: &'a str,
        engine: &'a EngineIdentity,
        reports: &'a [Report],
        took: Duration,
    ) -> Self {
        let conclusions = reports.iter().map(Conclusion::of);
        let count = |wanted| conclusions.clone().filter(|one| *one == wanted).count();
        Self {
            command,
            engine: About {
                name: &engine.name,
                author: &engine.author,
                options: engine.options.iter().map(ToString::to_string).collect(),
            },
            steps: reports.iter().map(Step::of).collect(),
            ok: count(Conclusion::Ok),
            failed: count(Conclusion::Failed),
            skipped: count(Conclusion::Skipped),
            given_up: None,
            seconds: in_seconds(took),
        }
    }
}

impl Conclusion {
    fn of(report: &Report) -> Self {
        match report.outcome {
            Outcome::Pass => Self::Ok,
            Outcome::Unsupported => Self::Skipped,
            _ => Self::Failed,
        }
    }
}

/// What was observed, what is wrong, or what the engine does not offer.
pub fn detail(report: &Report) -> String {
    match Conclusion::of(report) {
        Conclusion::Ok => report.remark.clone().unwrap_or_default(),
        Conclusion::Failed => report.message(),
        Conclusion::Skipped => report.reason.clone().unwrap_or_default(),
    }
}

impl<'a> Step<'a> {
    fn of(report: &'a Report) -> Self {
        let outcome = Conclusion::of(report);
        let failure = report.failure.as_ref();
        let kind = failure.map(|failure| match failure.kind {
            ProblemKind::Program(kind) if kind.is_failed_start() => Some("not started"),
            _ => failure
                .diagnostics
                .first()
                .map(|diagnostic| diagnostic.code),
        });
        let lines = report.dialogue.utterances();
        let start = lines.front().map_or(Duration::ZERO, |line| line.at);
        let exchanged = lines.iter().map(|line| Exchanged {
            at: in_seconds(line.at.saturating_sub(start)),
            by: match line.by {
                Speaker::Runner => "client",
                Speaker::Program => "engine",
            },
            line: &line.text,
        });
        Self {
            name: &report.identity.name,
            outcome,
            kind: kind.flatten(),
            detail: detail(report),
            stderr: failure.and_then(|failure| failure.stderr_end.as_deref()),
            wire: match outcome {
                Conclusion::Failed => exchanged.collect(),
                _ => Vec::new(),
            },
            seconds: in_seconds(report.duration),
        }
    }
}

/// A step that can be tried.
#[derive(Serialize)]
pub struct ListedStep<'a> {
    pub name: &'a str,
    pub about: &'a str,
}

/// The steps that can be tried.
pub fn listed(steps: &[(Identity, Scenario)]) -> Vec<ListedStep<'_>> {
    let steps = steps.iter().map(|(identity, scenario)| ListedStep {
        name: &identity.name,
        about: scenario.description.as_deref().unwrap_or_default(),
    });
    steps.collect()
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// A line for each step, with what it is about.
pub fn list(steps: &[ListedStep]) -> String {
    let width = width();
    let line = |step: &ListedStep| format!("{:width$}  {}\n", step.name, step.about);
    steps.iter().map(line).collect()
}

/// The length of the longest name.
fn width() -> usize {
    UAI.names().map(str::len).max().unwrap_or_default()
}

/// The result of a step in a line; if it failed, the dialogue and stderr below it.
pub fn step(report: &Report) -> String {
    let outcome = Conclusion::of(report);
    let (style, word) = match outcome {
        Conclusion::Ok => (GOOD, "ok"),
        Conclusion::Failed => (BAD, "FAILED"),
        Conclusion::Skipped => (FAINT, "skipped"),
    };
    let name = &report.identity.name;
    let detail = detail(report);
    let line = format!(
        "{style}{word:7}{style:#}  {name:width$}  {}",
        readable(&detail),
        width = width()
    );
    let mut lines = vec![line.trim_end().to_owned()];
    if outcome == Conclusion::Failed {
        let failure = report.failure.as_ref();
        let diagnostics = failure.into_iter().flat_map(|failure| &failure.diagnostics);
        let help = diagnostics.flat_map(|diagnostic| &diagnostic.help);
        lines.extend(help.map(|help| format!("    help: {}", readable(help))));
        let stderr = failure.and_then(|failure| failure.stderr_end.as_deref());
        let dialogue = dialogue_text(&report.dialogue, Look::Colored);
        let stderr = stderr_text(stderr.unwrap_or_default(), None, Look::Colored);
        lines.extend(
            dialogue
                .into_iter()
                .chain(stderr)
                .map(|line| format!("    {line}")),
        );
    }
    lines.join("\n") + "\n"
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

    #[test]
    fn control_characters_of_an_engine_are_not_printed() {
        let report = Report {
            reason: Some("no \u{1b}[2J".to_owned()),
            ..Report::new(Identity::of_file("uai", 1), Outcome::Unsupported)
        };
        let text = anstream::adapter::strip_str(&step(&report)).to_string();
        assert!(text.trim_end().ends_with("  no \u{fffd}[2J"), "{text}");
    }
}
