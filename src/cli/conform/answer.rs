//! The words for a program.

use super::text::counts;
use ataxx_toolkit::diagnostic::text::seconds as in_seconds;
use ataxx_toolkit::opponents::dialogue::{Speaker, Utterance};
use ataxx_toolkit::opponents::uai::client::Failure;
use ataxx_toolkit::opponents::uai::conform::{Conclusion, Outcome, Report, Step};
use serde::Serialize;
use std::time::Duration;

/// What came of it all.
#[derive(Serialize)]
pub struct Answer<'a> {
    command: &'a str,
    engine: About<'a>,
    steps: Vec<Tried<'a>>,
    ok: usize,
    failed: usize,
    skipped: usize,
    /// Why no more could be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    given_up: Option<String>,
    seconds: f64,
}

/// What the engine says of itself.
#[derive(Serialize)]
struct About<'a> {
    name: &'a str,
    author: &'a str,
    /// As it announces them.
    options: Vec<String>,
}

/// What came of a step.
#[derive(Serialize)]
struct Tried<'a> {
    name: &'a str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wire: Vec<Said<'a>>,
    seconds: f64,
}

/// A line that was said.
#[derive(Serialize)]
struct Said<'a> {
    /// Seconds after the first that is shown.
    at: f64,
    by: &'static str,
    line: &'a str,
}

impl<'a> Answer<'a> {
    pub fn of(command: &'a str, outcome: &'a Outcome, took: Duration) -> Self {
        let [ok, failed, skipped] = counts(&outcome.reports);
        let identity = &outcome.identity;
        Self {
            command,
            engine: About {
                name: &identity.name,
                author: &identity.author,
                options: identity.options.iter().map(ToString::to_string).collect(),
            },
            steps: outcome.reports.iter().map(tried).collect(),
            ok,
            failed,
            skipped,
            given_up: outcome.given_up.as_ref().map(Failure::to_string),
            seconds: in_seconds(took),
        }
    }
}

fn tried(report: &Report) -> Tried<'_> {
    let (outcome, detail, kind, stderr) = match &report.conclusion {
        Conclusion::Passed { seen } => ("ok", seen, None, None),
        Conclusion::Skipped { why } => ("skipped", why, None, None),
        Conclusion::Failed {
            what,
            kind,
            last_words,
        } => ("failed", what, Some(*kind), last_words.as_deref()),
    };
    let start = report.wire.first().map_or(Duration::ZERO, |line| line.at);
    Tried {
        name: report.name,
        outcome,
        kind,
        detail,
        stderr,
        wire: report.wire.iter().map(|line| said(line, start)).collect(),
        seconds: in_seconds(report.took),
    }
}

fn said(line: &Utterance, start: Duration) -> Said<'_> {
    Said {
        at: in_seconds(line.at.saturating_sub(start)),
        by: match line.by {
            Speaker::Runner => "client",
            Speaker::Program => "engine",
        },
        line: &line.text,
    }
}

/// A step that can be tried.
#[derive(Serialize)]
pub struct Listed {
    name: &'static str,
    about: &'static str,
}

/// The steps that can be tried.
pub fn listed(steps: &[&'static Step]) -> Vec<Listed> {
    let listed = |step: &&'static Step| Listed {
        name: step.name,
        about: step.about,
    };
    steps.iter().map(listed).collect()
}
