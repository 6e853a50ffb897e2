//! `--bless`, `--review` and `--check`: updating expectations.

use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use crate::report::Report;
use crate::scenario::bless::{BlessPlan, Edit, FileChange, Store};
use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{self, counted};
use console::{Key, Term};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::Path;

/// What to do with changes of expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Show and apply them.
    Bless,
    /// Show each, and ask whether to apply it.
    Review,
    /// Show them.
    Check,
}

impl Update {
    /// Checks, before the run, that it can be used. `asked` is how often it was given.
    pub fn check(self, asked: u8) -> Result<(), Diagnostic> {
        match self {
            Self::Review if io::stdin().is_terminal() && io::stdout().is_terminal() => Ok(()),
            Self::Review => {
                let message = "--review asks questions: it needs a terminal for stdin and stdout";
                Err(Diagnostic::error("review", message))
            }
            Self::Bless if asked < 2 && is_build_server() => {
                let message = "expectations are not changed on a build server: CI is set";
                let help = "give --bless twice to update them all the same".to_owned();
                Err(Diagnostic::error("bless", message).with_help([help]))
            }
            Self::Bless | Self::Check => Ok(()),
        }
    }
}

/// Whether `CI` is set, as on build servers.
fn is_build_server() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Shows the changes that all reports of a run propose with `print`, and applies them by the
/// kind of update. Returns the exit status; `exit` is that for the failures that no change repairs.
pub fn finish(
    reports: &[Report],
    exit: Exit,
    update: Update,
    print: fn(&str) -> io::Result<()>,
) -> Result<Exit, EarlyExit> {
    let mut plan = BlessPlan::of(reports);
    let wanted = plan.edits();
    for refused in &plan.refused {
        output::report(refused);
    }
    // The files are changed even if stdout cannot be written.
    let mut printed = Ok(());
    if update == Update::Review {
        review(&mut plan)?;
    } else {
        let mut changes = plan.files.iter();
        printed = changes.try_for_each(|change| print(&colored(&change.difference())));
    }
    let exit = match exit {
        // Expectations on which scenarios do not agree stay, and fail.
        Exit::Good if !plan.refused.is_empty() || plan.edits() < wanted => Exit::Failed,
        Exit::Good if update == Update::Check && wanted > 0 => Exit::WouldChange,
        exit => exit,
    };
    let expectations = counted(plan.edits(), "expectation");
    let files = counted(plan.files.len(), "file");
    if update == Update::Check {
        if wanted > 0 {
            let counts = format!("{expectations} in {files} would be changed by --bless\n");
            printed = printed.and_then(|()| print(&counts));
        }
        return exit.after(printed);
    }
    if let Err(errors) = plan.apply(&OnDisk) {
        for error in &errors {
            output::report(error);
        }
        return Ok(Exit::Usage);
    }
    if wanted > 0 {
        printed = printed.and_then(|()| print(&format!("{expectations} in {files} changed\n")));
    }
    exit.after(printed)
}

/// The files of the machine.
struct OnDisk;

impl Store for OnDisk {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(name) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let path = Path::new(name);
        if let Some(folder) = path.parent() {
            // If that fails, writing the file reports it better.
            let _ = fs::create_dir_all(folder);
        }
        ResultFile::in_place(path)?.write_text(bytes)
    }
}

/// The answer about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    /// Accept this one and all after it.
    AcceptAll,
    /// Reject this one and all after it.
    Quit,
}

impl Decision {
    fn of(key: &Key) -> Option<Self> {
        let Key::Char(letter) = key else {
            return (*key == Key::Escape).then_some(Self::Quit);
        };
        match letter.to_ascii_lowercase() {
            'a' | 'y' => Some(Self::Accept),
            'r' | 'n' => Some(Self::Reject),
            'l' => Some(Self::AcceptAll),
            'q' => Some(Self::Quit),
            _ => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
            Self::AcceptAll => "accepted, and all that is left",
            Self::Quit => "rejected, and all that is left",
        }
    }
}

/// Asks about each change, and keeps the accepted ones in the plan.
fn review(plan: &mut BlessPlan) -> Result<(), EarlyExit> {
    let terminal = Term::stdout();
    let changes = plan.edits();
    let mut number = 0;
    let mut rest = None;
    let mut failed = None;
    plan.retain(|file, edit| {
        number += 1;
        if let Some(rest) = rest {
            return rest;
        }
        let answer = show(file, edit, (number, changes)).and_then(|()| ask(&terminal));
        match answer {
            Ok(Decision::Accept) => true,
            Ok(Decision::Reject) => false,
            Ok(Decision::AcceptAll) => *rest.insert(true),
            Ok(Decision::Quit) => *rest.insert(false),
            Err(error) => {
                failed = Some(error);
                *rest.insert(false)
            }
        }
    });
    match failed {
        Some(error) if error.kind() == io::ErrorKind::Interrupted => Err(EarlyExit::Interrupted),
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

fn show(file: &FileChange, edit: &Edit, (number, changes): (usize, usize)) -> io::Result<()> {
    let by = edit.wanted_by.join(", ");
    let by = text::visible(&by);
    let difference = colored(&file.only(edit).difference());
    output::data(&format!("\n{number} of {changes}: {by}\n{difference}"))
}

fn ask(terminal: &Term) -> io::Result<Decision> {
    output::data("[a]ccept, [r]eject, accept a[l]l that is left, [q]uit? ")?;
    loop {
        // Depending on the terminal, Ctrl-C is a signal or a key.
        let key = terminal.read_key();
        if INTERRUPT.is_requested() {
            output::data("\n")?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let Some(answer) = Decision::of(&key?) {
            output::data(&format!("{}\n", answer.words()))?;
            return Ok(answer);
        }
    }
}

/// A unified diff with removed lines in red and added lines in green. The stream removes the
/// colours where they are not wanted.
fn colored(difference: &str) -> String {
    let mut colored = String::with_capacity(difference.len());
    for line in difference.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        let style = match bare.as_bytes() {
            [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => Style::new().bold(),
            [b'@', b'@', ..] => AnsiColor::Cyan.on_default(),
            [b'-', ..] => AnsiColor::Red.on_default(),
            [b'+', ..] => AnsiColor::Green.on_default(),
            _ => Style::new(),
        };
        // Output of programs must not control the terminal.
        let readable = text::visible_with_tabs(bare);
        let _ = writeln!(colored, "{style}{readable}{style:#}");
    }
    colored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_color_of_what_becomes_of_them() {
        let shown = colored("--- a\n+++ a\n@@ -1 +1 @@\n-b\u{1b}[1m\n+c\r\n d\n");
        let plain = anstream::adapter::strip_str(&shown).to_string();
        assert_eq!(plain, "--- a\n+++ a\n@@ -1 +1 @@\n-b\u{fffd}[1m\n+c\n d\n");
        assert!(shown.contains("\u{1b}[31m-b"));
        assert!(shown.contains("\u{1b}[32m+c"));
        assert!(shown.ends_with(" d\n"));
    }
}
