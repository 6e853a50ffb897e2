//! A test run up to the exit status.

use super::bless;
use super::format::Format;
use super::options::Args;
use super::recorder::{Outputs, Recorder, RunResults};
use super::work::{Candidate, WorkLoad, context};
use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::output;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_testing::report::Stopped;
use ataxx_testing::runner::{self, Prerequisites, RunEvent, StartCheck, Task};
use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

/// Runs the selected scenarios, writes the reports and returns the exit status.
pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(update) = args.updating() {
        update.check(args.bless)?;
    }
    let load = WorkLoad::read(
        &args.selection,
        args.subject.choice().as_ref(),
        args.shard.shard,
    )?;
    // After reading, as a report must not go to a file of scenarios.
    let outputs = Outputs::new(args)?;
    if load.selected.is_empty() {
        // Programs that read the results get them.
        if args.format() != Format::HUMAN || !args.report.is_empty() {
            let _ = perform(args, &load, outputs)?;
        }
        return Ok(load.nothing_selected(&args.selection));
    }
    args.check_wrapper(load.readable())?;
    let (done, printed) = perform(args, &load, outputs)?;
    if done.stopped == Some(Stopped::Interrupted) {
        return Err(EarlyExit::Interrupted);
    }
    if let Some(update) = args.updating() {
        if let Err(error) = printed {
            let reason = text::io_error(&error);
            let message = format!("no file is changed: the output cannot be written: {reason}");
            return Err(Diagnostic::error("bless", message).into());
        }
        let print = if args.format() == Format::HUMAN {
            output::data
        } else {
            // Nothing but the report goes to stdout.
            |text: &str| {
                output::message(text);
                Ok(())
            }
        };
        return bless::finish(&done.reports, done.verdict.exit(), update, print);
    }
    let exit = match done.verdict.exit() {
        Exit::Good if done.nothing_checked() && !args.dry_run => {
            output::report(&done.why_nothing_checked());
            Exit::NothingSelected
        }
        exit => exit,
    };
    exit.after(printed)
}

/// Runs the selected scenarios and writes the reports. Returns whether stdout could be written.
fn perform(
    args: &Args,
    load: &WorkLoad,
    outputs: Outputs,
) -> Result<(RunResults, io::Result<()>), Diagnostic> {
    let begun = Instant::now();
    let (run, dry): (Vec<&Candidate>, Vec<&Candidate>) = load
        .selected
        .iter()
        .partition(|candidate| !args.dry_run || candidate.is_bad);
    let tasks: Vec<&Task> = run.iter().map(|candidate| &candidate.task).collect();
    let mut recorder = Recorder::new(args, outputs, &tasks)?;
    let tested = args.tested_by_suite();
    if let Some(tested) = &tested {
        let advice = match args.command() {
            Some(_) => "",
            None => "; `--program CMD`, `--uai CMD` or `--agent CMD` tests yours",
        };
        output::message(&format!("testing {tested}{advice}\n"));
    }
    recorder.summary.tested = tested;
    recorder.begin();
    let mut not_started = None;
    let others = load.left_out.iter().map(|task| (0, task));
    let prerequisites = Prerequisites::new(tasks.iter().map(|task| (0, *task)), others);
    let settings = args.settings();
    let context = context(&settings);
    let start = StartCheck::default();
    let ended = runner::run_all(
        tasks.len(),
        &prerequisites,
        &context,
        args.plan(),
        |event| {
            match event {
                RunEvent::Started(index) => {
                    recorder.bar.started(index, &tasks[index].identity.name);
                }
                RunEvent::Ended(index, _) => recorder.bar.ended(index),
                RunEvent::Finished(index, mut report) => {
                    let is_selected = index < tasks.len();
                    if !is_selected && args.updating().is_some() {
                        // Only what is selected is updated.
                        report.patches.clear();
                        report.passes_with_patches = false;
                    }
                    if let Some(failure) = start.failure(&report, || runner::try_start(&context)) {
                        let identity = is_selected.then_some(report.identity);
                        not_started = Some((identity, failure.with_stderr("its stderr")));
                        return ControlFlow::Break(Stopped::NotStarted);
                    }
                    // What blocks a task of one part of a run is reported in its own part.
                    if is_selected || args.shard.shard.is_none() {
                        recorder.report(*report);
                    }
                }
            }
            ControlFlow::Continue(())
        },
    );
    let identity = |index: &usize| tasks[*index].identity.clone();
    let summary = &mut recorder.summary;
    let mut not_run = Vec::new();
    if let Some((identity, why)) = not_started {
        not_run.extend(identity);
        summary.start_failure = Some(why);
    }
    not_run.extend(ended.not_run.iter().map(identity));
    not_run.extend(dry.iter().map(|candidate| candidate.task.identity.clone()));
    summary.cut_short = ended.cut_short.iter().map(identity).collect();
    summary.stopped = ended.stopped;
    summary.duration = begun.elapsed();
    recorder.end(not_run)
}
