//! Performing scenarios: a [`Performer`] carries out the steps of one program.

mod execution;
mod files;
mod run;
mod start;
mod step;
mod subject;

pub use crate::report::Problem;
pub use execution::{Performer, Scenario};
pub use files::{FOLDER_VARIABLE, ScenarioFiles, is_file_name};
pub use run::perform_on;
pub use start::{open_another, start};
pub use step::{Need, Placed, Role, Step, StepAt};
pub use subject::{Condition, EngineLimits, EngineUnderTest, StartEngine, UnderTest};
