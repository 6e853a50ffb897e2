//! Results of scenarios, and reports in many formats.
//!
//! A [`Reporter`] receives the results one after the other and writes to the writer that it is
//! given. Nothing here knows of terminals or files.

mod comparison;
mod csv;
mod github;
pub mod grades;
mod gradescope;
mod html;
mod human;
mod json;
mod junit;
mod missing;
mod read_json;
mod record;
mod reporter;
mod scenario_report;
mod start_failure;
mod summary;
mod tap;
mod tone;
mod words;

pub use comparison::{Boards, Comparison};
pub use csv::Csv;
pub use github::Github;
pub use gradescope::Gradescope;
pub use html::Html;
pub use human::{Details, Human, Rerun};
pub use json::{Json, JsonLines};
pub use junit::Junit;
pub use missing::{missing_file, missing_files, missing_name};
pub use read_json::PastFailure;
pub use record::{IdentityRecord, Record};
pub use reporter::Reporter;
pub use scenario_report::{
    Checked, Failure, Identity, Patch, Points, Report, StepOutcome, StepReport,
};
pub use start_failure::StartFailure;
pub use summary::{Stopped, Summary};
pub use tap::Tap;
pub use words::readable;

#[cfg(test)]
mod fixtures;
