//! `--bless` and `--check`: updating expectations.

use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{self, counted};
use ataxx_testing::report::Report;
use ataxx_testing::scenario::bless::{BlessPlan, Store};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What to do with changes of expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Show and apply them.
    Bless,
    /// Show them.
    Check,
}

impl Update {
    /// Checks, before the run, that it can be used. `asked` is how often it was given.
    pub fn check(self, asked: u8) -> Result<(), Diagnostic> {
        match self {
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
    let plan = BlessPlan::of(reports);
    let wanted = plan.edits();
    for refused in &plan.refused {
        output::report(refused);
    }
    // The files are changed even if stdout cannot be written.
    let mut changes = plan.files.iter();
    let mut printed = changes.try_for_each(|change| print(&colored(&change.difference())));
    let exit = match exit {
        // Expectations on which scenarios do not agree stay, and fail.
        Exit::Good if !plan.refused.is_empty() => Exit::Failed,
        Exit::Good if update == Update::Check && wanted > 0 => Exit::WouldChange,
        exit => exit,
    };
    let expectations = counted(wanted, "expectation");
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
