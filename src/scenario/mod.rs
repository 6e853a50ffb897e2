//! Scenarios: what a program is to do, written down, and whether it does it.

pub mod dialogue;
mod outcome;
pub mod report;
pub mod script;
mod source;
pub mod subject;
mod task;

pub use outcome::Outcome;
pub use source::{Place, SourceText};
pub use task::{Context, ProgramLimits, Settings, SubjectChoice, Task, Work};
