//! Which of the known faults a collection of scenarios detects.

mod formats;
mod run;

pub use formats::{csv, json, page, table};
pub use run::{Baseline, Detection, PassingTask, Trials, check};
