//! What came of a step.

use super::step::Step;
use crate::opponents::dialogue::Utterance;
use crate::opponents::uai::client::Failure;
use std::time::Duration;

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name.
    pub name: &'static str,
    /// How it ended.
    pub conclusion: Conclusion,
    /// What was said in that part of it that failed; empty when nothing did.
    pub wire: Vec<Utterance>,
    /// How long it took.
    pub took: Duration,
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// All was well.
    Passed {
        /// What was seen, in a few words.
        seen: String,
    },
    /// Something was not.
    Failed {
        /// What, in words.
        what: String,
        /// The kind of failure, by [`Failure::name`]; `wrong` for an answer that is none of
        /// these and yet not what it must be.
        kind: &'static str,
        /// The end of what the engine has written to stderr.
        last_words: Option<String>,
    },
    /// The engine does not offer what the step is about, and need not.
    Skipped {
        /// What it does not offer.
        why: String,
    },
}

/// Why a step did not get to its end.
#[derive(Debug)]
pub(super) enum Problem {
    /// The engine does something wrong; in words, what it was about.
    Engine(String, Box<Failure>),
    /// Its answer is not what it must be.
    Wrong(String),
    /// The engine does not offer what the step is about, and need not.
    Skip(String),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self::Engine(String::new(), Box::new(failure))
    }
}

impl Problem {
    /// Says what it was about.
    pub(super) fn about(self, what: &str) -> Self {
        match self {
            Self::Engine(inner, failure) if inner.is_empty() => {
                Self::Engine(what.to_owned(), failure)
            }
            Self::Wrong(inner) => Self::Wrong(format!("{what}: {inner}")),
            other => other,
        }
    }
}

impl Report {
    pub(super) fn new(
        step: &Step,
        result: Result<String, Problem>,
        wire: Vec<Utterance>,
        took: Duration,
    ) -> Self {
        let conclusion = match result {
            Ok(seen) => Conclusion::Passed { seen },
            Err(Problem::Skip(why)) => Conclusion::Skipped { why },
            Err(Problem::Wrong(what)) => Conclusion::Failed {
                what,
                kind: "wrong",
                last_words: None,
            },
            Err(Problem::Engine(about, failure)) => Conclusion::Failed {
                what: if about.is_empty() {
                    failure.to_string()
                } else {
                    format!("{about}: {failure}")
                },
                kind: failure.name(),
                last_words: failure.last_words.clone(),
            },
        };
        let failed = matches!(conclusion, Conclusion::Failed { .. });
        Self {
            name: step.name,
            conclusion,
            wire: if failed { wire } else { Vec::new() },
            took,
        }
    }

    /// Whether something was wrong.
    #[must_use]
    pub const fn has_failed(&self) -> bool {
        matches!(self.conclusion, Conclusion::Failed { .. })
    }
}
