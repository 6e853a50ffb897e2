//! Scenarios: what a program is to do, written down, and whether it does it.

pub mod bless;
mod expression;
mod faults;
mod formatter;
mod outcome;
mod performer;
pub mod report;
pub mod runner;
pub mod script;
mod source;
pub mod syntax;
mod task;

pub use faults::Fault;
pub use formatter::format_text;
pub use outcome::Outcome;
pub use performer::tasks;
pub use performer::tasks_with_fault;
pub use source::{Place, SourceText};
pub use task::{Context, Settings, Task, Work};
