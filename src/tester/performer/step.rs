//! What a step of a scenario is, wherever it was read from.

use super::Performer;
use super::problem::Problem;
use crate::board::Color;
use crate::diagnostic::Diagnostic;
use crate::notation::BerkeleyMove;
use crate::tester::syntax::Node;
use crate::tester::{Outcome, Place};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What is done or checked.
///
/// A step never changes: several threads carry it out, and may do so repeatedly. What changes
/// is in the [`Performer`].
pub trait Step: fmt::Debug + Send + Sync {
    /// Carries the step out, or as much of it as is possible now.
    ///
    /// # Errors
    ///
    /// When an expectation is not met, or the program did not do what it was asked.
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem>;

    /// Whether it does something or checks something.
    fn role(&self) -> Role {
        Role::Check
    }

    /// What must be observed before it is its turn.
    fn needs(&self) -> Option<Need> {
        None
    }

    /// Where it says what it expects.
    fn expectation(&self, at: &StepAt) -> Place {
        at.value()
    }

    /// Its value in a few words, where that is not what stands in the file.
    fn summary(&self) -> Option<&str> {
        None
    }

    /// Why the scenario cannot go on while this step waits for another program.
    fn stuck(&self, performer: &Performer, at: &StepAt, others_are_done: bool) -> Problem {
        let _ = performer;
        let message = if others_are_done {
            "this waits for the other program, whose steps are done"
        } else {
            "this waits for the other program, which waits for this one"
        };
        let diagnostic = Diagnostic::error("stuck", message);
        Problem::new(Outcome::Fail, at.place.blame(diagnostic, ""))
    }
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// It is done.
    Done,
    /// It waits for another program, and is carried out again when that has gone on.
    Waiting,
}

/// Whether a step does something or checks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It does something.
    Action,
    /// It checks something, and takes it: output is read, or a move is waited for.
    Check,
    /// It checks something that is the same afterwards. The steps after it can do without it.
    Observation,
}

/// What must be observed before a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// The errors after each line that is sent.
    Errors,
    /// The board before the last line that was sent.
    BoardBefore,
}

/// What the program of one performer has for that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// Its AI has made a move.
    Move(BerkeleyMove),
    /// It has announced a result: who has won, `None` for nobody.
    Result(Option<Color>),
}

/// A step, and where it stands.
#[derive(Clone, Debug)]
pub struct StepAt {
    /// What is done.
    pub step: Arc<dyn Step>,
    /// Its key: `board`, `send`, ….
    pub name: String,
    /// Where its key stands.
    pub place: Place,
    /// Its value in the file.
    pub node: Arc<Node>,
}

impl StepAt {
    /// Where its value stands.
    #[must_use]
    pub fn value(&self) -> Place {
        self.at(&self.node)
    }

    /// Where the value of a key in its value stands; all of it, if there is no such key.
    #[must_use]
    pub fn field(&self, key: &str) -> Place {
        self.at(self.node.get(key).unwrap_or(&self.node))
    }

    fn at(&self, node: &Node) -> Place {
        self.place
            .with_span(trimmed(&self.place, node.span.clone()))
    }

    /// The step in a few words.
    #[must_use]
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

/// A part of a step with its place.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub value: T,
}
