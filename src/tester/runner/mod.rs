//! Selecting tasks, and running them in parallel.
//!
//! Nothing here prints: progress comes as [`Event`]s, and reports come in the order of the
//! tasks, however many run at once.

mod attempt;
mod estimate;
mod panics;
mod pool;
mod selection;
mod tags;
mod tested_program;

pub use estimate::Estimate;
pub use panics::keep_quiet;
pub use pool::{Ended, Event, Plan, run};
pub use selection::Selection;
pub use tags::TagExpression;
pub use tested_program::{TestedProgram, start_failure};

/// The code of the diagnostic where a task panicked.
pub const PANIC: &str = "panic";

/// The code of the diagnostic where a program could not be started.
pub const NOT_STARTED: &str = "not-started";
