//! The test engine: scenarios and scripts, performed against a program and reported.

pub mod audit;
pub mod bless;
pub mod detection;
mod divergence;
pub mod explore;
mod expression;
mod faults;
mod formatter;
mod outcome;
pub mod performer;
pub mod report;
pub mod runner;
pub mod script;
mod source;
pub mod steps;
pub mod suites;
pub mod syntax;
mod task;
mod tasks;

pub use divergence::Transcript;
pub use faults::{Fault, FaultySession, MoveCache, Shown};
pub use formatter::format_text;
pub use outcome::Outcome;
pub use source::{Place, SourceText};
pub use task::{Context, RunSettings, Scope, Task, Work};
pub use tasks::tasks;
