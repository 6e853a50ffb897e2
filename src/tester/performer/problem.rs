//! Why a scenario does not go on.

use crate::diagnostic::Diagnostic;
use crate::opponents::subject::Trouble;
use crate::tester::Place;
use crate::tester::report::{Comparison, Patch};

/// Why a scenario does not go on.
#[derive(Clone, Debug)]
pub enum Problem {
    /// An expectation is not met.
    Unmet(Box<Unmet>),
    /// Something took longer than the scenario allows.
    Late(Diagnostic),
    /// The subject did not do what it was asked.
    Trouble(Trouble, Place),
    /// The scenario itself is wrong.
    Wrong(Diagnostic),
}

/// An expectation that is not met.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// What is not as expected, and where that is said.
    pub diagnostic: Diagnostic,
    /// The two side by side.
    pub comparison: Option<Comparison>,
    /// What would make it true; `None` where no change of the file does.
    pub patches: Option<Vec<Patch>>,
}

impl Problem {
    /// An expectation that is not met, with nothing to put side by side.
    #[must_use]
    pub fn unmet(place: &Place, message: impl Into<String>) -> Self {
        Self::Unmet(Box::new(Unmet {
            diagnostic: place.blame(Diagnostic::error("unmet", message), ""),
            comparison: None,
            patches: None,
        }))
    }

    /// The same with both sides.
    #[must_use]
    pub fn with(mut self, comparison: Comparison) -> Self {
        if let Self::Unmet(unmet) = &mut self {
            unmet.comparison = Some(comparison);
        }
        self
    }

    /// The same with what would make it true.
    #[must_use]
    pub fn with_patch(mut self, patch: Option<Patch>) -> Self {
        if let Self::Unmet(unmet) = &mut self {
            unmet.patches = patch.map(|patch| vec![patch]);
        }
        self
    }

    /// Several expectations of a step that are not met: the first is told, and all of them
    /// are changed together or not at all.
    ///
    /// # Errors
    ///
    /// When there is one.
    pub fn any(problems: impl IntoIterator<Item = Self>) -> Result<(), Self> {
        let mut problems = problems.into_iter();
        let Some(mut first) = problems.next() else {
            return Ok(());
        };
        for problem in problems {
            let more = match problem {
                Self::Unmet(unmet) => unmet.patches,
                // Nothing is known of what could not be looked at.
                other => return Err(other),
            };
            if let Self::Unmet(first) = &mut first {
                first.patches = first.patches.take().zip(more).map(|(mut all, more)| {
                    all.extend(more);
                    all
                });
            }
        }
        Err(first)
    }

    /// The same with help.
    #[must_use]
    pub fn with_help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        if let Self::Unmet(unmet) = &mut self {
            unmet.diagnostic.help.extend(help);
        }
        self
    }

    /// Two short values that differ.
    #[must_use]
    pub fn values(place: &Place, what: &str, expected: String, actual: String) -> Self {
        let message = format!("{what}: expected {expected}, found {actual}");
        Self::unmet(place, message).with(Comparison::Values {
            what: what.to_owned(),
            expected,
            actual,
        })
    }
}
