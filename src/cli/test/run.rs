//! A test run up to the exit status, once, or again whenever a file changes (`--watch`).

use super::bless;
use super::files::{self, FileKind, USUAL};
use super::format::Format;
use super::options::Args;
use super::recorder::{Outputs, Recorder, RunResults};
use super::work::{Candidate, LastFailed, WorkLoad, context};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::output;
use crate::report::Stopped;
use crate::runner::{self, Prerequisites, RunEvent, StartCheck, Task};
use crate::storage;
use ataxx_core::diagnostic::{Diagnostic, text};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Runs the selected scenarios, writes the reports and returns the exit status.
pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(update) = args.updating() {
        update.check(args.bless)?;
    }
    let load = WorkLoad::read(args, &LastFailed::read())?;
    // After reading, as a report must not go to a file of scenarios.
    let outputs = Outputs::new(args)?;
    if load.selected.is_empty() {
        // Programs that read the results get them.
        if args.format() != Format::HUMAN || !args.report.is_empty() {
            let _ = perform(args, &load, outputs)?;
        }
        return Ok(load.nothing_selected(args));
    }
    args.check_wrapper(load.readable())?;
    let (mut done, printed) = perform(args, &load, outputs)?;
    if !args.dry_run {
        let failed = std::mem::take(&mut done.failed);
        LastFailed::update(failed, &done.passed, |failed| load.is_gone(failed));
    }
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
    recorder.begin(load.selected.iter().map(|one| &one.task.identity));
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
                RunEvent::Started(index) if !recorder.audience.sees(&tasks[index].identity) => {
                    recorder.bar.started(index, "a hidden scenario");
                }
                RunEvent::Started(index) => {
                    recorder.bar.started(index, &tasks[index].identity.name);
                }
                RunEvent::Ended(index, _) => recorder.bar.ended(index),
                RunEvent::Finished(_, report) => {
                    if let Some(failure) = start.failure(&report, &context) {
                        not_started = Some((report.identity, failure.with_stderr("its stderr")));
                        return ControlFlow::Break(Stopped::NotStarted);
                    }
                    recorder.report(*report);
                }
            }
            ControlFlow::Continue(())
        },
    );
    let identity = |index: &usize| tasks[*index].identity.clone();
    let summary = &mut recorder.summary;
    let mut not_run = Vec::new();
    if let Some((identity, why)) = not_started {
        not_run.push(identity);
        summary.start_failure = Some(why);
    }
    not_run.extend(ended.not_run.iter().map(identity));
    not_run.extend(dry.iter().map(|candidate| candidate.task.identity.clone()));
    summary.cut_short = ended.cut_short.iter().map(identity).collect();
    summary.stopped = ended.stopped;
    summary.duration = begun.elapsed();
    recorder.end(not_run)
}

/// The interval at which Ctrl-C is checked.
const TICK: Duration = Duration::from_millis(50);
/// Changes within this time are one: an editor makes several when it saves.
const SETTLING: Duration = Duration::from_millis(100);

/// Runs the selected scenarios now and whenever a file of scenarios changes, until Ctrl-C.
pub fn watch(args: &Args) -> Result<Exit, EarlyExit> {
    let (changes, _watcher) = changes_of_files(args)?;
    loop {
        if io::stdout().is_terminal() {
            output::control("\u{1b}[2J\u{1b}[H")?;
        }
        match run(args) {
            Ok(_) => {}
            // A bad file can be corrected.
            Err(EarlyExit::Refused(diagnostic)) => output::report(&diagnostic),
            Err(failure) => return Err(failure),
        }
        output::message("waiting for a file to change; Ctrl-C ends it\n");
        wait(&changes)?;
    }
}

/// Waits for a change, and for those that follow at once.
fn wait(changes: &Receiver<()>) -> Result<(), EarlyExit> {
    loop {
        match changes.recv_timeout(TICK) {
            Ok(()) => break,
            Err(RecvTimeoutError::Timeout) => check_interrupt()?,
            Err(RecvTimeoutError::Disconnected) => return Err(EarlyExit::Interrupted),
        }
    }
    while changes.recv_timeout(SETTLING).is_ok() {}
    Ok(())
}

/// Watches the files of scenarios. Each change is received.
fn changes_of_files(args: &Args) -> Result<(Receiver<()>, RecommendedWatcher), Diagnostic> {
    let usual = [PathBuf::from(USUAL)];
    let paths = if args.paths.is_empty() {
        &usual[..]
    } else {
        &args.paths
    };
    // A path that does not exist is reported at once.
    files::found(paths)?;
    // A file that is given counts whatever its name; in a folder, only scenario files.
    let named: BTreeSet<PathBuf> = paths
        .iter()
        .filter(|path| path.is_file())
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let matters = |event: &notify::Event| {
            let mut paths = event.paths.iter();
            is_change(event.kind) && paths.any(|path| named.contains(path) || is_of_a_run(path))
        };
        if event.as_ref().is_ok_and(matters) {
            // The receiver is gone when the program is about to end.
            let _ = sender.send(());
        }
    })
    .map_err(|error| unwatched(&error))?;
    for path in paths {
        let (folder, mode) = if path.is_dir() {
            (path.as_path(), RecursiveMode::Recursive)
        } else {
            // Editors replace the file by a new one.
            (storage::folder_of(path), RecursiveMode::NonRecursive)
        };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        watcher
            .watch(&folder, mode)
            .map_err(|error| unwatched(&error))?;
    }
    Ok((changes, watcher))
}

/// Whether an event is a change of content.
const fn is_change(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)
    )
}

/// Whether a file can be part of a scenario. Programs under test may write others.
fn is_of_a_run(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    FileKind::of(path).is_some() || ["in", "std", "snap"].iter().any(|known| ending == *known)
}

fn unwatched(error: &notify::Error) -> Diagnostic {
    let message = format!("changes of files cannot be seen: {error}");
    Diagnostic::error("watch", message)
}
