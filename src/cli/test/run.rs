//! A single test run, up to the exit status.

use super::bless;
use super::format::Format;
use super::grading::format_of_points;
use super::keep::KeptOutput;
use super::last::LastFailed;
use super::options::Args;
use super::progress::Bar;
use super::recorder::{Outputs, Recorder, RunResults};
use super::work::{Candidate, WorkLoad};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::FileSystem;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::grading::Grade;
use crate::opponents::Launch;
use crate::opponents::dialogue::Speaker;
use crate::opponents::subject::start_failure;
use crate::report::{Identity, Outcome, Report, Stopped};
use crate::runner::{self, Context, Ended, Event, Task};
use ataxx_core::diagnostic::Diagnostic;
use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

/// Runs the selected scenarios, writes the reports and returns the exit status.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(update) = args.updating() {
        update.check(args.bless)?;
    }
    let mut last = LastFailed::read();
    let load = WorkLoad::read(args, &last)?;
    // After reading, as a report must not go to a file of scenarios.
    let outputs = Outputs::new(args)?;
    if load.selected.is_empty() {
        // Programs that read the results get them.
        if args.format() != Format::HUMAN || !args.report.is_empty() {
            perform(args, &load, outputs)?;
        }
        return Ok(load.nothing_selected(args));
    }
    let (mut done, end) = perform(args, &load, outputs)?;
    if !args.dry_run {
        last.update(std::mem::take(&mut done.failed), &done.good, |failed| {
            load.is_gone(failed)
        });
        last.write();
    }
    match end {
        End::Complete => {}
        End::Interrupted => return Err(Failure::Interrupted),
        End::NotPrinted(error) => {
            // A failed check counts even if the output cannot be written.
            return match done.verdict.exit() {
                Exit::Good => Err(error.into()),
                failed => Ok(failed),
            };
        }
    }
    if let Some(update) = args.updating() {
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
    match done.verdict.exit() {
        Exit::Good if done.nothing_checked() && !args.dry_run => {
            output::report(&done.why_nothing_checked());
            Ok(Exit::NothingSelected)
        }
        exit => Ok(exit),
    }
}

/// How a run ended.
enum End {
    Complete,
    Interrupted,
    /// Stdout could not be written.
    NotPrinted(io::Error),
}

/// Runs the selected scenarios and writes the reports.
fn perform(args: &Args, load: &WorkLoad, outputs: Outputs) -> Result<(RunResults, End), Failure> {
    let begun = Instant::now();
    let settings = args.settings();
    let context = Context {
        settings: &settings,
        files: &FileSystem,
        stop: &INTERRUPT,
    };
    let (run, not_run): (Vec<&Candidate>, Vec<&Candidate>) = load
        .selected
        .iter()
        .partition(|candidate| !args.dry_run || candidate.bad);
    let tasks: Vec<&Task> = run.iter().map(|candidate| &candidate.task).collect();
    let kept = args.keep.as_deref();
    let kept = kept
        .map(|folder| KeptOutput::new(folder, &tasks))
        .transpose()?;
    let mut not_kept = None;
    let is_updating = args.updating().is_some();
    let format = if args.score {
        format_of_points(args.format())?
    } else {
        args.format()
    };
    let mut recorder = Recorder::new(outputs, Bar::new(tasks.len()), is_updating, format);
    recorder.points = args
        .score
        .then(|| Grade::new(args.tested(), args.command().map(str::to_owned)));
    recorder.begin(tasks.len() + not_run.len());
    let mut start_check = StartCheck::new(args);
    let mut not_started = None;
    let Ended {
        not_run: left,
        cut_short,
        stopped,
    } = runner::run(&tasks, &context, args.plan(), |event| {
        match event {
            Event::Started(index) => recorder.bar.started(index, tasks[index]),
            Event::Ended(index, _) => recorder.bar.ended(index),
            Event::Finished(_, report) => {
                if let Some(why) = start_check.failure(&report) {
                    not_started = Some((report.identity, why));
                    return ControlFlow::Break(Stopped::NotStarted);
                }
                if let Some(Err(error)) = kept.as_ref().map(|kept| kept.write(&report)) {
                    not_kept.get_or_insert(error);
                }
                recorder.report(*report);
            }
        }
        match recorder.write_error {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(Stopped::Interrupted),
        }
    });
    let identity = |index: &usize| tasks[*index].identity.clone();
    let summary = &mut recorder.summary;
    let not_started = not_started.map(|(identity, why)| {
        summary.not_run.push(identity);
        why
    });
    summary.not_run.extend(left.iter().map(identity));
    let dry = not_run
        .iter()
        .map(|candidate| candidate.task.identity.clone());
    summary.not_run.extend(dry);
    summary.cut_short = cut_short.iter().map(identity).collect::<Vec<Identity>>();
    summary.stopped = stopped;
    summary.start_failure.clone_from(&not_started);
    summary.duration = begun.elapsed();
    let (outputs, mut results, write_error) = recorder.end();
    if let Some(why) = not_started {
        report_not_started(&why);
        results.verdict.not_started = true;
    }
    // The files are written even if stdout cannot be.
    outputs.write_files()?;
    if let Some(error) = not_kept {
        return Err(error.into());
    }
    let end = match write_error {
        Some(error) => End::NotPrinted(error),
        None if stopped == Some(Stopped::Interrupted) => End::Interrupted,
        None => End::Complete,
    };
    Ok((results, end))
}

/// Finds out once, when a program has crashed without output, whether it starts at all.
struct StartCheck {
    launch: Option<Launch>,
}

impl StartCheck {
    /// For the program that the command line names; otherwise nothing is checked.
    fn new(args: &Args) -> Self {
        Self {
            launch: args.launch(),
        }
    }

    /// Why the program of this report does not start; `None` if it starts.
    fn failure(&mut self, report: &Report) -> Option<String> {
        let spoke = report
            .dialogue
            .utterances()
            .iter()
            .any(|line| line.by == Speaker::Program);
        if report.outcome != Outcome::Crash || spoke {
            return None;
        }
        let failure = start_failure(&self.launch.take()?, &INTERRUPT)?;
        Some(failure.with_stderr("its stderr"))
    }
}

/// Reports that the program under test could not be started.
fn report_not_started(why: &str) {
    let message = format!("the program could not be started: {why}");
    output::report(&Diagnostic::error("not-started", message));
}
