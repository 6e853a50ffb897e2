//! `ataxx test`.

mod bless;
mod files;
mod last;
mod list;
mod load;
mod options;
mod outputs;
mod progress;
mod sitting;
mod telling;
mod verdict;
mod work;

pub use options::Args;

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, OnInterrupt};
use ataxx::scenario::run;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    run::keep_quiet();
    if args.list {
        return list::run(args);
    }
    sitting::run(args)
}
