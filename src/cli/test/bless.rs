//! `--bless`, `--review` and `--check`: updating expectations.

use super::difference::colored;
use super::review::review;
use super::verdict::Verdict;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use crate::tester::bless::{Plan, Store};
use crate::tester::report::Report;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::Path;

/// What to do with changes of expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Show and apply them.
    Bless,
    /// Show each, and ask whether to apply it.
    Review,
    /// Show them.
    Check,
}

impl Mode {
    /// Checks, before the run, that the mode can be used. `asked` is how often it was given.
    pub fn check(self, asked: u8) -> Result<(), Diagnostic> {
        match self {
            Self::Review if io::stdin().is_terminal() && io::stdout().is_terminal() => Ok(()),
            Self::Review => {
                let message = "--review asks questions: it needs a terminal for stdin and stdout";
                Err(Diagnostic::error("review", message))
            }
            Self::Bless if asked < 2 && is_build_server() => {
                let message = "expectations are not changed on a build server: CI is set";
                let help = "say --bless twice if that is what you want".to_owned();
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

/// Shows the changes that all reports of a run propose, and applies them by the mode. Returns
/// the exit status; `verdict` is about the failures that no change repairs. `says` writes what
/// is shown.
pub fn finish(
    reports: &[Report],
    verdict: Verdict,
    mode: Mode,
    says: fn(&str) -> io::Result<()>,
) -> Result<Exit, Failure> {
    let mut plan = Plan::of(reports);
    let wanted = plan.edits();
    for refused in &plan.refused {
        output::report(refused);
    }
    if mode == Mode::Review {
        review(&mut plan)?;
    } else {
        for change in &plan.files {
            says(&colored(&change.difference()))?;
        }
    }
    let exit = match verdict.exit() {
        // Expectations on which scenarios do not agree stay, and fail.
        Exit::Good if !plan.refused.is_empty() || plan.edits() < wanted => Exit::Failed,
        Exit::Good if mode == Mode::Check && wanted > 0 => Exit::WouldChange,
        exit => exit,
    };
    let expectations = counted(plan.edits(), "expectation");
    let files = counted(plan.files.len(), "file");
    if mode == Mode::Check {
        if wanted > 0 {
            says(&format!(
                "{expectations} in {files} would be changed by --bless\n"
            ))?;
        }
        return Ok(exit);
    }
    if let Err(errors) = plan.apply(&OnDisk) {
        for error in &errors {
            output::report(error);
        }
        return Ok(Exit::Usage);
    }
    if wanted > 0 {
        says(&format!("{expectations} in {files} changed\n"))?;
    }
    Ok(exit)
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
