//! Selecting tasks, and running them in parallel.
//!
//! Nothing here prints: progress comes as [`RunEvent`]s, and reports come in the order of the
//! tasks, however many run at once.

pub mod detection;
pub mod detection_formats;
mod pool;
mod prerequisites;
mod selection;
mod task;
mod tested_program;

pub use pool::{Attempts, RunEnd, RunEvent, RunPlan, run, run_all};
pub use prerequisites::Prerequisites;
pub use selection::{Selection, TagExpression};
pub use task::{Context, RunSettings, Scope, Task, Work};
pub use tested_program::{StartCheck, TestedProgram, start_failure, try_start};
