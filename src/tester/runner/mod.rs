//! Selecting tasks, and running them in parallel.
//!
//! Nothing here prints: progress comes as [`Event`]s, and reports come in the order of the
//! tasks, however many run at once.

mod attempt;
mod pool;
mod selection;
mod tested_program;

pub use super::report::NOT_STARTED;
pub use attempt::keep_quiet;
pub use pool::{Ended, Event, Plan, run};
pub use selection::{Selection, TagExpression};
pub use tested_program::{TestedProgram, start_failure};
