//! Whether an engine keeps to the Universal Ataxx Interface: named steps, each of which
//! can be tried by itself.
//!
//! A step begins with an engine that is ready for a new game; what one step has spoilt is
//! not held against the next, as a new engine is started then. [`STEPS`] are all there are,
//! and [`run`] tries them.

mod bench;
mod positions;
mod report;
mod step;
mod steps;

#[cfg(test)]
mod tests;

pub use bench::Settings;
pub use report::{Conclusion, Report};
pub use step::{STEPS, Step};

use super::client::{Engine, Failure, FailureKind, Identity};
use bench::Bench;
use report::Problem;
use std::time::Instant;

/// Starts an engine, as often as one is needed.
pub type Start<'a> = dyn FnMut() -> Result<Engine<'a>, Failure> + 'a;

/// Somebody who is told how far the steps are.
pub trait Observer {
    /// A step begins.
    fn begins(&mut self, step: &Step) {
        let _ = step;
    }

    /// So much of a step is done.
    fn reaches(&mut self, done: usize, of: usize) {
        let _ = (done, of);
    }

    /// A step has ended.
    fn ends(&mut self, report: &Report) {
        let _ = report;
    }
}

impl Observer for () {}

/// What came of all steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the engine has said of itself.
    pub identity: Identity,
    /// The steps that were tried, in order.
    pub reports: Vec<Report>,
    /// Why no more could be tried, where that is so.
    pub given_up: Option<Failure>,
}

/// Tries these steps on an engine. When none can be started any more, the rest are not
/// tried.
pub fn run<'a>(
    steps: &[&Step],
    settings: &'a Settings,
    start: &'a mut Start<'a>,
    observer: &'a mut dyn Observer,
) -> Outcome {
    let mut bench = Bench::new(settings, start, observer);
    let mut reports = Vec::new();
    for step in steps {
        bench.observer.begins(step);
        let begun = Instant::now();
        let result = bench.perform(step);
        let took = begun.elapsed();
        if let Err(Problem::Engine(_, failure)) = &result
            && failure.kind == FailureKind::Interrupted
        {
            bench.given_up = Some((**failure).clone());
            break;
        }
        let report = Report::new(step, result, bench.take_wire(), took);
        bench.observer.ends(&report);
        reports.push(report);
        if bench.given_up.is_some() {
            break;
        }
    }
    Outcome {
        identity: bench.identity,
        reports,
        given_up: bench.given_up,
    }
}
