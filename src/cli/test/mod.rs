//! `ataxx test`.

mod audit;
mod bless;
mod convert;
mod faults;
pub mod files;
mod format;
pub mod grading;
mod keep;
mod last;
mod misnamed_files;
mod options;
mod progress;
mod recorder;
mod run;
mod watch;
mod work;

pub use format::{Format, ReportTo};
pub use options::Args;

use super::exit::{Exit, Failure};
use super::interrupt::{self, OnInterrupt};
use crate::runner;
use options::Mode;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    runner::keep_quiet();
    match args.mode() {
        Mode::Run => run::run(args),
        Mode::Watch => watch::run(args),
        Mode::Class(file) => grading::run(args, file),
        Mode::Faults => faults::run(args),
        Mode::Audit(folder) => audit::run(args, folder),
        Mode::List => work::list(args),
        Mode::ListSuites => work::list_suites(args),
        Mode::WriteSuites(folder) => work::write_suites(args, folder),
        Mode::Convert(script) => convert::run(script),
    }
}
