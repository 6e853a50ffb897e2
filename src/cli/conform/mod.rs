//! `ataxx conform`: a suite of scenarios on an engine.

mod answer;
mod options;
mod text;

pub use options::Args;

use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use crate::opponents::Launch;
use crate::opponents::subject::{Options, UaiSubject};
use crate::opponents::uai::client::Engine;
use crate::tester::performer::{Problem, Scenario};
use crate::tester::report::Identity;
use crate::tester::suites::KeptEngine;
use crate::tester::{Context, RunSettings};
use answer::{ConformReport, Step};
use ataxx_core::diagnostic::Diagnostic;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let steps = match args.steps() {
        Ok(steps) => steps,
        Err(errors) => {
            errors.iter().for_each(output::report);
            return Ok(Exit::Usage);
        }
    };
    if args.list {
        let listed = answer::listed(&steps);
        args.json.print(&listed, || text::list(&listed))?;
        return Ok(Exit::Good);
    }
    let Some(command) = &args.command else {
        return Err(Diagnostic::error("usage", "the command line of an engine is missing").into());
    };
    if steps.is_empty() {
        let message = "no step is selected";
        output::report(&Diagnostic::error("nothing-selected", message));
        return Ok(Exit::NothingSelected);
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    try_all(command, &steps, args)
}

fn try_all(command: &str, steps: &[(Identity, Scenario)], args: &Args) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let launch = Launch::new(command);
    let start = || {
        let engine = Engine::start(&launch, &INTERRUPT)?;
        Ok::<_, Problem>(UaiSubject::new(engine, &Options::default()))
    };
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &(),
        stop: &INTERRUPT,
    };
    let progress = Progress::lines();
    let name = Cell::new("");
    let reach = |done: usize, of: usize| progress.show(&format!("{}  {done} of {of}", name.get()));
    let mut engine = KeptEngine::new(context, args.limits(), Rc::new(start), Rc::new(reach));
    let mut tried: Vec<Step> = Vec::new();
    let mut given_up = None;
    let mut printed = Ok(());
    for (identity, scenario) in steps {
        name.set(&identity.name);
        progress.show(&identity.name);
        let step = Step::from(engine.perform(identity, scenario));
        if step.kind == Some("interrupted") {
            given_up = Some("stopped by a signal".to_owned());
            break;
        }
        if !args.json.wanted {
            // Without a reader of the output, the exit status still tells.
            printed = printed.and(progress.aside(|| output::data(&text::step(&step))));
        }
        given_up = engine.does_not_start().then(|| step.detail.clone());
        tried.push(step);
        if given_up.is_some() {
            break;
        }
    }
    let mut answer = ConformReport::of(command, engine.identity(), tried, begun.elapsed());
    answer.given_up = given_up;
    let summary = || text::summary(&answer, steps.len());
    printed = printed.and(args.json.print(&answer, summary));
    match &answer.given_up {
        _ if INTERRUPT.is_requested() => Ok(Exit::Interrupted),
        Some(_) => Ok(Exit::NotStarted),
        None if answer.failed > 0 => Ok(Exit::Failed),
        None if answer.ok == 0 => Ok(Exit::NothingSelected),
        None => Ok(printed.map(|()| Exit::Good)?),
    }
}
