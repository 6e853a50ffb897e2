//! What a performer tests.

use super::engine::EngineUnderTest;
use crate::opponents::subject::Subject;
use crate::tester::script::harness::HarnessedProgram;
use std::ops::{Deref, DerefMut};

/// What a performer tests. All of them are [`Subject`]s; some steps need one of a kind.
pub enum UnderTest<'a> {
    /// Anything that steps of scenarios can ask.
    Any(Box<dyn Subject + 'a>),
    /// A program that runs by a script of a course.
    Script(Box<HarnessedProgram<'a>>),
    /// An engine of the Universal Ataxx Interface.
    Engine(Box<EngineUnderTest<'a>>),
}

impl<'a> From<Box<dyn Subject + 'a>> for UnderTest<'a> {
    fn from(subject: Box<dyn Subject + 'a>) -> Self {
        Self::Any(subject)
    }
}

impl<'a> Deref for UnderTest<'a> {
    type Target = dyn Subject + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Any(subject) => subject.as_ref(),
            Self::Script(program) => program.as_ref(),
            Self::Engine(engine) => &engine.subject,
        }
    }
}

impl DerefMut for UnderTest<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Any(subject) => subject.as_mut(),
            Self::Script(program) => program.as_mut(),
            Self::Engine(engine) => &mut engine.subject,
        }
    }
}
