//! What a run tells of each scenario, and the forms in which it is told.

mod comparison;
mod of_scenario;

pub use comparison::Comparison;
pub use of_scenario::{Failure, Identity, Patch, Points, Report, StepOutcome, StepReport};
