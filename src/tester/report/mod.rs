//! Results of scenarios, and reports in many formats.
//!
//! A [`Reporter`] receives the results one after the other and writes to the writer that it is
//! given. Nothing here knows of terminals or files.

mod comparison;
mod csv;
mod github;
pub mod grades;
mod html;
mod human;
mod json;
mod junit;
mod of_scenario;
mod reporter;
mod summary;
mod tap;
mod tone;
mod words;

pub use comparison::{Boards, Comparison};
pub use csv::Csv;
pub use github::Github;
pub use html::Html;
pub use human::{Human, Rerun};
pub use json::{Json, JsonLines};
pub use junit::Junit;
pub use of_scenario::{Checked, Failure, Identity, Patch, Points, Report, StepOutcome, StepReport};
pub use reporter::Reporter;
pub use summary::{Stopped, Summary};
pub use tap::Tap;
pub use words::readable;

#[cfg(test)]
mod made_up;
