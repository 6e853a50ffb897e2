//! A step of a scenario, and its place.

use super::execution::{Performer, Scenario};
use crate::report::{Place, Problem, StepOutcome, StepReport};
use crate::scenario::syntax::Node;
use ataxx_opponents::subject::SubjectChoice;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A step of a scenario: an action or a check.
///
/// A step is immutable: several threads can carry it out repeatedly. State is in the
/// [`Performer`].
pub trait Step: fmt::Debug + Send + Sync {
    /// Carries the step out.
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem>;

    /// Whether it is an action or a check.
    fn role(&self) -> Role {
        Role::Check
    }

    /// What must be observed before earlier steps.
    fn needs(&self) -> Option<Need> {
        None
    }

    /// The place of its expectation.
    fn expectation(&self, at: &StepAt) -> Place {
        at.value()
    }

    /// A summary of its value, if that is not the value in the file.
    fn summary(&self) -> Option<&str> {
        None
    }

    /// Why no subject of this kind can do it, whatever it answers; `None` if one may.
    fn unsupported(&self, _scenario: &Scenario, _subject: &SubjectChoice) -> Option<String> {
        None
    }

    /// Whether it starts a program beside the subject.
    fn starts_program(&self) -> bool {
        false
    }

    /// Whether it waits for moves of an AI.
    fn waits_for_ai(&self) -> bool {
        false
    }
}

/// Whether a step is an action or a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// An action.
    Action,
    /// A check that changes the state: it reads output, or waits for a move.
    Check,
    /// A check without effect, which later steps do not depend on.
    Observation,
}

/// What must be observed for a check that comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// The errors after each line that is sent.
    Errors,
    /// The board before the last line that was sent.
    BoardBefore,
    /// The output before it.
    OutputBefore,
}

/// A step and its place.
#[derive(Clone, Debug)]
pub struct StepAt {
    /// The step.
    pub step: Arc<dyn Step>,
    /// Its key: `board`, `send`, ….
    pub name: String,
    /// The place of its key.
    pub place: Place,
    /// Its value, with places.
    pub node: Arc<Node>,
}

impl StepAt {
    /// The place of its value.
    pub fn value(&self) -> Place {
        self.at(&self.node)
    }

    /// The place of a key's value within its value, or of the whole value without that key.
    pub fn field(&self, key: &str) -> Place {
        self.at(self.node.get(key).unwrap_or(&self.node))
    }

    fn at(&self, node: &Node) -> Place {
        self.place
            .with_span(trimmed(&self.place, node.span.clone()))
    }

    /// The report of the step.
    pub fn report(&self, outcome: StepOutcome, duration: Duration) -> StepReport {
        StepReport {
            name: self.summary(),
            line: self.place.line(),
            outcome,
            duration,
        }
    }

    /// The step in a few words.
    pub fn summary(&self) -> String {
        const READABLE: usize = 40;
        let value = self.step.summary().or_else(|| {
            let value = self.node.scalar()?;
            (!value.trim_end().contains('\n')).then_some(value)
        });
        match value.map(str::trim) {
            Some(value) if value.chars().count() <= READABLE && !value.is_empty() => {
                format!("{}: {value}", self.name)
            }
            _ => self.name.clone(),
        }
    }
}

/// A block of text goes on to the next key; the blank lines before that are no part of it.
fn trimmed(place: &Place, span: Range<usize>) -> Range<usize> {
    let text = place.source.text.get(span.clone()).unwrap_or_default();
    span.start..span.start + text.trim_end().len()
}

/// A value of a step with its place.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The place.
    pub place: Place,
    /// The value.
    pub value: T,
}
