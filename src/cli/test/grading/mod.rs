//! Grading: the same scenarios for many programs.

mod class_run;
mod dry_run;
mod journal;
mod merged;
mod outputs;
mod results;

pub use journal::is_first_line;
pub use merged::merge;

use super::format::Format;
use super::last::LastFailed;
use super::load::Candidate;
use super::options::Args;
use super::programs;
use super::progress::Bar;
use super::work::WorkLoad;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::FileSystem;
use crate::cli::interrupt::INTERRUPT;
use crate::tester::report::grades::ProgramResults;
use crate::tester::report::{Report, Stopped};
use crate::tester::runner::{self, Event, TestedProgram};
use crate::tester::{Context, Outcome, Task};
use ataxx_core::diagnostic::Diagnostic;
use class_run::ClassRun;
use journal::Journal;
use outputs::ClassOutputs;
use results::{ClassResults, Pair};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Grades all programs in a file. The exit status depends on whether they could be started, and
/// not on the grades.
pub fn run(args: &Args, file: &Path) -> Result<Exit, Failure> {
    let stdout = format_of_points(args)?;
    let programs = programs::read(file)?;
    let load = WorkLoad::read(args, &LastFailed::default())?;
    // After reading, as a report must not go to a file of scenarios or programs.
    let outputs = ClassOutputs::new(stdout, &args.report)?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(args));
    }
    // A bad file is reported once, and does not count.
    load.complain(&args.settings());
    let run = ClassRun::new(args, programs, &load);
    if args.dry_run {
        return dry_run::dry_run(&run, &load, stdout);
    }
    let place = args.results.clone();
    let place = place.unwrap_or_else(|| journal::usual_place(file, run.shard()));
    let (mut journal, mut results) = Journal::open(&place, run, args.resume)?;
    let written = perform(args, load, &mut journal, &mut results);
    let exit = finish(results, outputs)?;
    written?;
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(exit)
}

/// Writes the reports. Returns the exit status.
fn finish(results: ClassResults, outputs: ClassOutputs) -> Result<Exit, Failure> {
    let bad_files = results.run.bad_files;
    let programs = results.of_programs();
    outputs.write(&programs)?;
    let is_missing = |one: &ProgramResults| one.start_failure.is_some();
    Ok(if programs.iter().any(is_missing) {
        Exit::NotStarted
    } else if bad_files > 0 {
        Exit::Usage
    } else {
        Exit::Good
    })
}

/// Runs all scenarios with all programs, but those of which there are results, and writes
/// each result as it comes.
fn perform(
    args: &Args,
    load: WorkLoad,
    journal: &mut Journal,
    results: &mut ClassResults,
) -> Result<(), Diagnostic> {
    let pairs = results.missing();
    let tasks = tasks(args, load, &pairs, results);
    let tasks: Vec<&Task> = tasks.iter().collect();
    let kinds = pairs.iter().map(|pair| pair.scenario).collect();
    let mut bar = Bar::of_kinds(kinds, results.total());
    let names: Vec<String> = results
        .run
        .programs
        .iter()
        .map(|one| one.name.clone())
        .collect();
    let settings = args.settings();
    let context = Context {
        settings: &settings,
        files: &FileSystem,
        stop: &INTERRUPT,
    };
    let mut trouble = None;
    runner::run(&tasks, &context, args.plan(), |event| {
        match event {
            Event::Started(index) => {
                let program = &names[pairs[index].program];
                let name = format!("{program}: {}", tasks[index].identity.name);
                bar.started_as(index, &name);
            }
            Event::Ended(index, report) => {
                bar.ended(index);
                let report = report.map(|report| kept(report.clone()));
                if let Some(report) = report {
                    // After a failed write the last line may be incomplete: nothing may follow it.
                    if trouble.is_none() {
                        trouble = journal.write(pairs[index], &report).err();
                    }
                    results.add(pairs[index], report);
                }
            }
            Event::Finished(..) => {}
        }
        match trouble {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(Stopped::Interrupted),
        }
    });
    trouble.map_or(Ok(()), Err)
}

/// A report without what the reports of a class do not show.
fn kept(mut report: Report) -> Report {
    /// The most lines of the dialogue of a scenario that passed.
    const WHEN_PASSED: usize = 200;
    if report.outcome == Outcome::Pass {
        report.dialogue.keep_last(WHEN_PASSED);
    }
    // The output of students' programs must not become the expectation.
    report.patches.clear();
    report
}

/// The tasks of pairs of programs and scenarios.
fn tasks(args: &Args, load: WorkLoad, pairs: &[Pair], results: &ClassResults) -> Vec<Task> {
    let sound = load.selected.into_iter().filter(|one| !one.bad);
    let scenarios: Vec<Arc<Task>> = sound.map(|Candidate { task, .. }| Arc::new(task)).collect();
    let programs = results.run.programs.iter();
    let programs: Vec<Arc<TestedProgram>> = programs
        .map(|program| TestedProgram::new(&program.command, args.settings()))
        .collect();
    let task = |pair: &Pair| {
        let scenario = Arc::clone(&scenarios[pair.scenario]);
        programs[pair.program].task(scenario)
    };
    pairs.iter().map(task).collect()
}

/// The format of points on stdout.
pub fn format_of_points(args: &Args) -> Result<Format, Diagnostic> {
    points_in(args.format())
}

/// The format, if points have it.
fn points_in(format: Format) -> Result<Format, Diagnostic> {
    if matches!(format, Format::Human | Format::Json) {
        return Ok(format);
    }
    let message = "points are printed with `--format human` or `--format json`";
    Err(Diagnostic::error("format", message))
}
