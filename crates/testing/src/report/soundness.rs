//! How sound tests are, whatever program they test.

use crate::report::{Outcome, Report};
use ataxx_core::diagnostic::Diagnostic;
use serde::Serialize;

/// How sound a test is. The worst come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soundness {
    /// It expects what the rules or the formats of the course do not give.
    Wrong,
    /// It needs a file that is missing.
    Incomplete,
    /// No program can fail it by what it answers.
    ChecksNothing,
    /// It expects what an AI is free not to choose.
    DependsOnAi,
    /// The session of this program cannot run it.
    NotJudged,
    /// Every right program passes, and some wrong ones do not.
    Sound,
}

impl Soundness {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Wrong,
        Self::Incomplete,
        Self::ChecksNothing,
        Self::DependsOnAi,
        Self::NotJudged,
        Self::Sound,
    ];

    /// The name in the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Incomplete => "incomplete",
            Self::ChecksNothing => "checks nothing",
            Self::DependsOnAi => "depends on an AI",
            Self::NotJudged => "not judged",
            Self::Sound => "sound",
        }
    }

    /// Whether the test must be changed.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Wrong | Self::Incomplete)
    }
}

/// What an audit finds about a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditFinding {
    /// The file of the test.
    pub file: String,
    /// The line that the reason is about.
    pub line: usize,
    /// The name of the test.
    pub name: String,
    /// How sound it is.
    pub kind: Soundness,
    /// Why.
    pub reason: String,
    /// What to do about it; nothing where all is well.
    pub fix: Option<String>,
}

impl AuditFinding {
    /// The finding about a scenario that was performed on the session of this program.
    pub fn of_scenario(report: &Report) -> Self {
        let (kind, reason, fix) = match report.outcome {
            Outcome::Fail | Outcome::Crash | Outcome::Error => return Self::of_failure(report),
            // The speed of this machine does not make the scenario wrong.
            Outcome::TimeOut => {
                let reason = format!("timed out here: {}", report.message());
                let fix = "give it more time, or audit it alone on the machine".to_owned();
                (Soundness::DependsOnAi, reason, Some(fix))
            }
            Outcome::UnexpectedPass => (Soundness::Wrong, report.message(), None),
            Outcome::Pass | Outcome::Flaky => {
                let reason = "the session of ataxx passes it".to_owned();
                (Soundness::Sound, reason, None)
            }
            Outcome::Skipped
            | Outcome::Unsupported
            | Outcome::ExpectedFailure
            | Outcome::Blocked
            | Outcome::NotJudged => (Soundness::NotJudged, report.message(), None),
        };
        Self::new(report, kind, reason, fix)
    }

    /// The finding that a test is wrong, as the session of this program fails it.
    pub fn of_failure(report: &Report) -> Self {
        let error = report.first_error();
        let reason = error.map_or_else(|| report.message(), |error| error.message.clone());
        let mut finding = Self::new(report, Soundness::Wrong, reason, None);
        if let Some(error) = error {
            finding.fix = error.help.first().cloned();
            finding.at(error);
        }
        finding
    }

    /// A finding about a test.
    pub fn new(report: &Report, kind: Soundness, reason: String, fix: Option<String>) -> Self {
        Self {
            file: report.identity.file.clone(),
            line: report.identity.line,
            name: report.identity.name.clone(),
            kind,
            reason,
            fix,
        }
    }

    /// Moves the finding to the place of a diagnostic.
    pub fn at(&mut self, diagnostic: &Diagnostic) {
        if let Some(place) = diagnostic.place() {
            self.line = place.line;
            self.file = place.name.map_or_else(|| self.file.clone(), str::to_owned);
        }
    }
}
