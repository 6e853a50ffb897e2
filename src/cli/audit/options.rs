//! The options of `ataxx audit`.

use crate::cli::arguments::{Json, values};
use crate::cli::test::format::ReportTo;
use crate::cli::test::groups::{SelectionOptions, cores};
use ataxx_testing::runner::{Attempts, RunPlan};
use std::num::NonZeroUsize;

/// Judge tests: each is sound, wrong by the rules, incomplete, without a check, or dependent on
/// what an AI chooses.
///
/// A PATH is a file or a folder of tests; the default is `scenarios`. Exit status 1 if a test is
/// wrong or incomplete.
#[derive(Clone, Debug, clap::Args)]
#[command(
    mut_args(|option| match option.get_id().as_str() {
        "suite" | "filter" | "tag" => option.requires("faults"),
        _ => option,
    }),
    mut_arg("json", |json| json.help("Print the findings, or the caught faults, as JSON")),
)]
pub struct Args {
    #[command(flatten)]
    pub selection: SelectionOptions,
    /// Run the tests against sessions of this program with one known fault each, and report which
    /// test detects which fault.
    #[arg(long)]
    pub faults: bool,
    /// Number of tests to run at the same time [default: one for each core].
    #[arg(long, short, value_name = "N", value_parser = values::threads())]
    jobs: Option<NonZeroUsize>,
    /// Also write the caught faults: `csv=FILE`, `html=FILE` or `json=FILE`; repeatable.
    #[arg(long, value_name = "KIND=FILE", requires = "faults")]
    pub report: Vec<ReportTo>,
    #[command(flatten)]
    pub json: Json,
}

impl Args {
    /// The number of workers.
    pub fn plan(&self) -> RunPlan {
        RunPlan {
            jobs: self.jobs.unwrap_or_else(cores),
            fail_fast: false,
            attempts: Attempts::Retry(0),
            exclusive: false,
        }
    }
}
