//! `--faults`: which of the known faults the scenarios detect.

use super::Args;
use crate::cli::exit::{self, EarlyExit, Exit, check_interrupt};
use crate::cli::output;
use crate::cli::result_file::{ResultFile, write_each};
use crate::cli::test::format::{Format, ReportTo};
use crate::cli::test::progress::Bar;
use crate::cli::test::work::{WorkLoad, context};
use ataxx_core::diagnostic::{Diagnostic, Look};
use ataxx_session::mutants::Fault;
use ataxx_testing::report::{Details, Human, Outcome, Report, Reporter, Rerun};
use ataxx_testing::runner::detection::{self, Baseline, Detection, PassingTask, Trials};
use ataxx_testing::runner::detection_formats;
use ataxx_testing::runner::{Context, RunEvent, RunSettings, Task};
use std::io;

/// Runs the scenarios with each known fault. The exit status does not depend on what they detect.
pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let load = WorkLoad::read(&args.selection, None, None)?;
    // After reading, as a report must not go to a file of scenarios.
    let files = files(args)?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(&args.selection));
    }
    let settings = RunSettings {
        own_program: std::env::current_exe().ok(),
        ..RunSettings::default()
    };
    if load.report_bad_files(&settings) > 0 {
        return Ok(Exit::Usage);
    }
    let context = context(&settings);
    let tasks: Vec<&Task> = load.selected.iter().map(|one| &one.task).collect();
    let baseline = check(args, &tasks, &context);
    if baseline.interrupted {
        return Err(EarlyExit::Interrupted);
    }
    if !baseline.failed.is_empty() {
        return fails_already(&baseline.failed, tasks.len());
    }
    if baseline.sound.is_empty() {
        let message = "no selected scenario tests the session of this program";
        return Ok(exit::nothing_selected(message));
    }
    let detection = detect(args, &baseline.sound, &context);
    let text = match Format::JSON.faults {
        Some(json) if args.json.wanted => json(&detection)? + "\n",
        _ => detection_formats::table(&detection),
    };
    // The files are written even if stdout cannot be.
    let printed = output::data(&text);
    let mut written = Vec::new();
    for (text, file) in files {
        written.push(file.write_text(&text(&detection)?));
    }
    write_each(written)?;
    printed?;
    check_interrupt()?;
    Ok(Exit::Good)
}

/// Runs the scenarios on the correct session.
fn check<'t>(args: &Args, tasks: &[&'t Task], context: &Context) -> Baseline<'t> {
    let mut bar = Bar::after(0, tasks.len());
    detection::check(tasks, context, args.plan(), |event| {
        show(&mut bar, event, |index| tasks[index]);
    })
}

/// Runs the scenarios on sessions with faults.
fn detect(args: &Args, sound: &[PassingTask], context: &Context) -> Detection {
    let trials = Trials::new(Fault::ALL, sound);
    let mut bar = Bar::after(0, trials.tasks().len());
    trials.perform(context, args.plan(), |event, tasks| {
        show(&mut bar, event, |index| &tasks[index]);
    })
}

fn show<'t>(bar: &mut Bar, event: &RunEvent, task: impl Fn(usize) -> &'t Task) {
    match event {
        RunEvent::Started(index) => bar.started(*index, &task(*index).identity.name),
        RunEvent::Ended(index, ..) => bar.ended(*index),
        RunEvent::Finished(..) => {}
    }
}

/// Reports the scenarios that fail on the correct session.
fn fails_already(failed: &[Report], scenarios: usize) -> Result<Exit, EarlyExit> {
    let mut text = Vec::new();
    let mut reporter = Human::new(Look::Colored, Rerun::default(), Details::default());
    for report in failed {
        reporter.report(report, &mut text)?;
    }
    output::message(&String::from_utf8_lossy(&text));
    let message = format!(
        "the scenarios must pass on the correct session first: {} of {scenarios} failed",
        failed.len(),
    );
    let help =
        "a scenario that the session refutes says what no document says, or shows a fault of ours";
    output::report(&Diagnostic::error("faults", message).with_help([help.to_owned()]));
    Ok(
        if failed.iter().any(|it| it.outcome == Outcome::NotJudged) {
            Exit::Fault
        } else {
            Exit::Failed
        },
    )
}

/// A report of detected faults, and the file it goes to.
type FaultReport = (fn(&Detection) -> io::Result<String>, ResultFile);

/// The files to write.
fn files(args: &Args) -> Result<Vec<FaultReport>, Diagnostic> {
    let file = |to: &ReportTo| {
        let Some(text) = to.format.faults else {
            let message = "caught faults are written as csv, html or json";
            return Err(Diagnostic::error("report", message));
        };
        Ok((text, ResultFile::at(&to.path)?))
    };
    args.report.iter().map(file).collect()
}
