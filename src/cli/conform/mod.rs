//! `ataxx conform`.

mod answer;
mod options;
mod telling;
mod text;

pub use options::Args;

use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use answer::Answer;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::opponents::Launch;
use ataxx_toolkit::opponents::uai::client::{Engine, FailureKind};
use ataxx_toolkit::opponents::uai::conform::{Outcome, Report, STEPS, Step, run as try_all};
use std::time::Instant;
use telling::Telling;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let steps = args.steps();
    if args.list {
        return list(args, &steps);
    }
    let Some(command) = &args.command else {
        return Err(Diagnostic::error("usage", "there is no engine to try").into());
    };
    if steps.is_empty() {
        let message = "no step is left to try";
        output::report(&Diagnostic::error("nothing-selected", message));
        return Ok(Exit::NothingSelected);
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let settings = args.settings();
    let launch = Launch::new(command);
    let mut start = || Engine::start(&launch, &INTERRUPT);
    let mut telling = Telling::new(args.json);
    let begun = Instant::now();
    let outcome = try_all(&steps, &settings, &mut start, &mut telling);
    telling.end()?;
    if args.json {
        output::json(&Answer::of(command, &outcome, begun.elapsed()))?;
    } else {
        output::data(&text::summary(&outcome, steps.len(), begun.elapsed()))?;
    }
    Ok(exit(&outcome))
}

fn exit(outcome: &Outcome) -> Exit {
    match &outcome.given_up {
        _ if INTERRUPT.is_requested() => Exit::Interrupted,
        Some(failure) if failure.kind == FailureKind::Interrupted => Exit::Interrupted,
        Some(_) => Exit::NotStarted,
        None if outcome.reports.iter().any(Report::has_failed) => Exit::Failed,
        None => Exit::Good,
    }
}

fn list(args: &Args, steps: &[&'static Step]) -> Result<Exit, Failure> {
    if args.json {
        output::json(&answer::listed(steps))?;
    } else {
        output::data(&text::list(steps))?;
    }
    Ok(Exit::Good)
}

/// The names of all steps.
fn names() -> [&'static str; STEPS.len()] {
    STEPS.each_ref().map(|step| step.name)
}
