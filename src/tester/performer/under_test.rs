//! The subject of a performer.

use super::engine::EngineUnderTest;
use crate::opponents::subject::Subject;
use std::ops::{Deref, DerefMut};

/// The subject of a performer.
pub enum UnderTest<'a> {
    /// A subject for steps of scenarios.
    Any(Box<dyn Subject + 'a>),
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
            Self::Engine(engine) => &engine.subject,
        }
    }
}

impl DerefMut for UnderTest<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Any(subject) => subject.as_mut(),
            Self::Engine(engine) => &mut engine.subject,
        }
    }
}
