//! The report of a run, for JSON and for text.

use crate::opponents::dialogue::Speaker;
use crate::opponents::uai::client::Identity;
use crate::tester::Outcome;
use crate::tester::performer::Scenario;
use crate::tester::report::{Identity as ScenarioIdentity, Report};
use crate::tester::runner::NOT_STARTED;
use ataxx_core::diagnostic::text::seconds as in_seconds;
use serde::Serialize;
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
    pub wire: Vec<Said>,
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

/// A line that was said.
#[derive(Serialize)]
pub struct Said {
    /// Seconds after the first that is shown.
    pub at: f64,
    pub by: &'static str,
    pub line: String,
}

impl<'a> ConformReport<'a> {
    pub fn of(command: &'a str, identity: &'a Identity, steps: Vec<Step>, took: Duration) -> Self {
        let count = |outcome| steps.iter().filter(|step| step.outcome == outcome).count();
        Self {
            command,
            engine: About {
                name: &identity.name,
                author: &identity.author,
                options: identity.options.iter().map(ToString::to_string).collect(),
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
        let code = failure.and_then(|failure| failure.diagnostics.first());
        let code = code.map(|diagnostic| diagnostic.code);
        let utterances = report.dialogue.utterances();
        let start = utterances.front().map_or(Duration::ZERO, |said| said.at);
        let said = utterances.iter().map(|said| Said {
            at: in_seconds(said.at.saturating_sub(start)),
            by: match said.by {
                Speaker::Runner => "client",
                Speaker::Program => "engine",
            },
            line: said.text.clone(),
        });
        Self {
            outcome,
            kind: code.map(|code| {
                if code == NOT_STARTED {
                    "not started"
                } else {
                    code
                }
            }),
            detail,
            stderr: report.last_words,
            wire: match outcome {
                Conclusion::Failed => said.collect(),
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
pub fn listed(steps: &[(ScenarioIdentity, Scenario)]) -> Vec<Listed<'_>> {
    let steps = steps.iter().map(|(identity, scenario)| Listed {
        name: &identity.name,
        about: scenario.description.as_deref().unwrap_or_default(),
    });
    steps.collect()
}
