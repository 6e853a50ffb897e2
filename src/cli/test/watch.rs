//! `--watch`: running again whenever a file changes.

use super::files::{self, Kind, USUAL};
use super::options::Args;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::storage;
use ataxx_core::diagnostic::Diagnostic;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// The interval at which Ctrl-C is checked.
const TICK: Duration = Duration::from_millis(50);
/// Changes within this time are one: an editor makes several when it saves.
const SETTLING: Duration = Duration::from_millis(100);

/// Runs the selected scenarios now and whenever a file of scenarios changes, until Ctrl-C.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let (changes, _watcher) = watch(args)?;
    loop {
        if io::stdout().is_terminal() {
            output::control("\u{1b}[2J\u{1b}[H")?;
        }
        match super::run::run(args) {
            Ok(_) => {}
            // A bad file can be corrected.
            Err(Failure::Refused(diagnostic)) => output::report(&diagnostic),
            Err(failure) => return Err(failure),
        }
        output::message("waiting for a file to change; Ctrl-C ends it\n");
        wait(&changes)?;
    }
}

/// Waits for a change, and for those that follow at once.
fn wait(changes: &Receiver<()>) -> Result<(), Failure> {
    loop {
        match changes.recv_timeout(TICK) {
            Ok(()) => break,
            Err(RecvTimeoutError::Timeout) if INTERRUPT.is_requested() => {
                return Err(Failure::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Interrupted),
        }
    }
    while changes.recv_timeout(SETTLING).is_ok() {}
    Ok(())
}

/// Watches files, and sends a message for each change.
fn watch(args: &Args) -> Result<(Receiver<()>, RecommendedWatcher), Diagnostic> {
    let usual = [PathBuf::from(USUAL)];
    let paths = if args.paths.is_empty() {
        &usual[..]
    } else {
        &args.paths
    };
    // A path that does not exist is reported at once.
    files::scenario_files(paths)?;
    // A file that is given counts whatever its name; in a folder, only scenario files.
    let named: BTreeSet<PathBuf> = paths
        .iter()
        .filter(|path| path.is_file())
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let matters = |event: &Event| {
            is_change(event.kind)
                && event
                    .paths
                    .iter()
                    .any(|path| named.contains(path) || is_of_a_run(path))
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
    Kind::of(path).is_some() || ["in", "std", "snap"].iter().any(|known| ending == *known)
}

fn unwatched(error: &notify::Error) -> Diagnostic {
    let message = format!("changes of files cannot be seen: {error}");
    Diagnostic::error("watch", message)
}
