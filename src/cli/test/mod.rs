//! `ataxx test`.

mod audit;
mod bless;
mod convert;
mod difference;
mod faults;
pub mod files;
mod format;
pub mod grading;
mod keep;
mod last;
mod list;
mod load;
mod misnamed_files;
mod options;
mod outputs;
mod programs;
mod progress;
mod recorder;
mod review;
mod run;
mod start_check;
mod suites;
mod verdict;
mod watch;
mod work;

pub use format::{Format, ReportTo};
pub use options::Args;

use super::exit::{Exit, Failure};
use super::interrupt::{self, OnInterrupt};
use crate::tester::runner;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    runner::keep_quiet();
    if let Some(script) = &args.convert {
        return convert::run(script);
    }
    if args.suite.iter().any(|name| name == suites::LIST) {
        return suites::list(args);
    }
    if let Some(folder) = &args.write {
        return suites::write(args, folder);
    }
    if let Some(path) = &args.audit {
        return audit::run(args, path);
    }
    if args.list {
        return list::run(args);
    }
    if let Some(file) = &args.programs {
        return grading::run(args, file);
    }
    if args.faults {
        return faults::run(args);
    }
    if args.watch {
        return watch::run(args);
    }
    run::run(args)
}
