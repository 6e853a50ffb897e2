//! Which scenarios are run, and how they are run side by side.
//!
//! Nothing in this room prints: what happens is told as [`Event`]s, and the reports come
//! in the order of the tasks, however many of them run at once.

mod attempt;
mod panics;
mod pool;
mod selection;
mod tags;

pub use panics::keep_quiet;
pub use pool::{Ended, Event, Plan, run};
pub use selection::Selection;
pub use tags::TagExpression;

/// The code of a diagnostic on a scenario that made this program panic.
pub const PANIC: &str = "panic";

/// The code of a diagnostic on a program under test that could not be started.
pub const NOT_STARTED: &str = "not-started";
