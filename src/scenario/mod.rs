//! Scenarios: what a program is to do, written down, and whether it does it.

pub mod bless;
pub mod dialogue;
pub mod format;
mod outcome;
mod perform;
pub mod report;
pub mod run;
pub mod script;
mod source;
pub mod subject;
mod task;
mod tidy;

pub use outcome::Outcome;
pub use perform::tasks;
#[cfg(debug_assertions)]
pub use perform::tasks_with_fault;
pub use source::{Place, SourceText};
pub use task::{Context, ProgramLimits, Settings, SubjectChoice, Task, Work};
pub use tidy::tidy;
