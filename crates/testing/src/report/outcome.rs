//! How a scenario ends.

use super::Tone;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a scenario ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It passed.
    Pass,
    /// An expectation was not met.
    Fail,
    /// The scenario itself is wrong, or could not be performed.
    Error,
    /// A time limit passed.
    TimeOut,
    /// The program under test ended too early, or could not be started.
    Crash,
    /// It was not run.
    Skipped,
    /// The subject cannot do something that the scenario needs.
    Unsupported,
    /// It failed, as expected.
    ExpectedFailure,
    /// It was expected to fail, and passed.
    UnexpectedPass,
    /// It failed first, and passed in a later attempt.
    Flaky,
    /// It was not run, as a scenario that it needs failed.
    Blocked,
    /// A fault of this program ended it, or one that it needs: it says nothing about the subject.
    NotJudged,
}

impl Outcome {
    /// All outcomes, in the order of a summary.
    pub const ALL: [Self; 12] = [
        Self::Pass,
        Self::Fail,
        Self::NotJudged,
        Self::Error,
        Self::TimeOut,
        Self::Crash,
        Self::UnexpectedPass,
        Self::Blocked,
        Self::Flaky,
        Self::ExpectedFailure,
        Self::Skipped,
        Self::Unsupported,
    ];

    /// Whether a run with this outcome in it has failed.
    pub const fn is_bad(self) -> bool {
        match self {
            Self::Pass
            | Self::Flaky
            | Self::ExpectedFailure
            | Self::Skipped
            | Self::Unsupported => false,
            Self::Fail
            | Self::Error
            | Self::TimeOut
            | Self::Crash
            | Self::UnexpectedPass
            | Self::Blocked
            | Self::NotJudged => true,
        }
    }

    /// Whether it is bad, and not because of another scenario.
    pub const fn is_own_failure(self) -> bool {
        self.is_bad() && !matches!(self, Self::Blocked)
    }

    /// Whether the scenario was run.
    pub const fn was_run(self) -> bool {
        !matches!(
            self,
            Self::Skipped | Self::Unsupported | Self::Blocked | Self::NotJudged
        )
    }

    /// The tone in which it is shown.
    pub const fn tone(self) -> Tone {
        match self {
            Self::Pass => Tone::Good,
            Self::Flaky | Self::ExpectedFailure => Tone::Odd,
            Self::Skipped | Self::Unsupported => Tone::Faint,
            _ => Tone::Bad,
        }
    }

    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::TimeOut => "time-out",
            Self::Crash => "crash",
            Self::Skipped => "skipped",
            Self::Unsupported => "unsupported",
            Self::ExpectedFailure => "expected-failure",
            Self::UnexpectedPass => "unexpected-pass",
            Self::Flaky => "flaky",
            Self::Blocked => "blocked",
            Self::NotJudged => "not-judged",
        }
    }

    /// The outcome after a number of scenarios: `3 passed`.
    pub const fn past_tense(self) -> &'static str {
        match self {
            Self::Pass => "passed",
            Self::Fail => "failed",
            Self::Error => "in error",
            Self::TimeOut => "timed out",
            Self::Crash => "crashed",
            Self::Skipped | Self::Unsupported | Self::Flaky | Self::Blocked => self.name(),
            Self::ExpectedFailure => "failed as expected",
            Self::UnexpectedPass => "passed unexpectedly",
            Self::NotJudged => "not judged",
        }
    }
}

/// The name in sentences: `expected failure`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ExpectedFailure => "expected failure",
            Self::UnexpectedPass => "unexpected pass",
            Self::NotJudged => "not judged",
            other => other.name(),
        })
    }
}
