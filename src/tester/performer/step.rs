//! The interface of steps, whatever they are read from.

use super::Performer;
use super::problem::Problem;
use crate::tester::Place;
use crate::tester::report::{StepOutcome, StepReport};
use crate::tester::syntax::Node;
use ataxx_core::board::Color;
use ataxx_core::notation::BerkeleyMove;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A step of a scenario: an action or a check.
///
/// A step is immutable: several threads can carry it out repeatedly. State is in the
/// [`Performer`].
pub trait Step: fmt::Debug + Send + Sync {
    /// Carries the step out as far as possible.
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem>;

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

    /// Whether it waits for moves of an AI.
    fn waits_for_ai(&self) -> bool {
        false
    }

    /// The problem that it waits for another program that does nothing more.
    fn stuck(&self, performer: &Performer, at: &StepAt, others_are_done: bool) -> Problem {
        let _ = (performer, others_are_done);
        Problem::wrong(&at.place, "stuck", "this step waits for another program")
    }
}

/// The progress of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// It is done.
    Done,
    /// It waits for another program, and is carried out again later.
    Waiting,
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
}

/// A message from the program of one performer to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// Its AI has made a move.
    Move(BerkeleyMove),
    /// It has announced a result: who has won, `None` for nobody.
    Result(Option<Color>),
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
