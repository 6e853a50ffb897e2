//! Results of scenarios, and reports in many formats.
//!
//! A [`Reporter`] receives the results one after the other and writes to the writer that it is
//! given. Nothing here uses terminals or files.

mod cause;
mod csv;
mod display_text;
mod failure;
mod github;
mod html;
mod human;
mod json;
mod junit;
mod outcome;
mod reporter;
mod scenario_report;
pub mod soundness;
mod source;

pub(crate) use cause::{BEHAVES_SO, FIRST_DIFFERENCE};
pub use csv::Csv;
pub use display_text::{Tone, informative_line, readable, readable_lines};
pub use failure::{Boards, Comparison, Problem, ProblemKind, StartFailure};
pub use github::Github;
pub use html::{Html, Sections, View, filter, page, scenarios};
pub use human::{Details, Human, Rerun, described_plainly, dialogue_text, stderr_text};
pub use json::{CLASS_RESULTS_VERSION, Json, JsonLines, Record};
pub use junit::Junit;
pub use outcome::Outcome;
pub use reporter::{
    ProgramResults, Reporter, Stopped, Summary, missing_file, missing_files, missing_name,
};
pub use scenario_report::{
    Checked, Identity, Listed, Location, Points, Report, StepOutcome, StepReport, Visibility,
};
pub use source::{Patch, Place, SourceText};

#[cfg(test)]
pub mod test_support;
