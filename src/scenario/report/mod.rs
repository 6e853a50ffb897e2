//! What a run tells of each scenario, and the forms in which it is told.
//!
//! A [`Reporter`] hears of the scenarios one after the other and writes to wherever it is
//! told to write: nothing here knows of terminals or files.

mod comparison;
mod human;
mod of_scenario;
mod reporter;
mod summary;
mod words;

pub use comparison::Comparison;
pub use human::{Human, Rerun};
pub use of_scenario::{Failure, Identity, Patch, Points, Report, StepOutcome, StepReport};
pub use reporter::Reporter;
pub use summary::{Stopped, Summary};

#[cfg(test)]
mod made_up;
