//! How a command ends: exit statuses, and failures that end it early.

use crate::interrupt::{self, INTERRUPT};
use crate::output;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_opponents::panics;
use std::io;
use std::process::ExitCode;

/// The exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Success.
    Good = 0,
    /// A check failed, or with `--strict` a command did.
    Failed = 1,
    /// The command line or a file is bad.
    Usage = 2,
    /// A program under test could not be started.
    NotStarted = 3,
    /// There is nothing to run, or nothing could be checked.
    NothingSelected = 4,
    /// With `--check`: something would have been changed.
    WouldChange = 5,
    /// A fault of this program itself.
    Fault = 6,
    /// Stopped by a signal: 128 and its number, 130 for Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// Success, or that a check failed.
    pub const fn good_if(is_good: bool) -> Self {
        if is_good { Self::Good } else { Self::Failed }
    }

    /// The status of work whose result was printed, or could not be.
    ///
    /// Standard output is never the only proof of what was done: a command that checks, plays or
    /// writes files does all of that whether its output is read or not, and a failed check counts
    /// all the same. A reader that leaves early, like `head`, is no error. Only a command that does
    /// nothing but print ends when its reader leaves.
    pub fn after(self, printed: io::Result<()>) -> Result<Self, EarlyExit> {
        match printed {
            Err(error) if self == Self::Good => Err(error.into()),
            Err(error) => {
                EarlyExit::Output(error).report();
                Ok(self)
            }
            Ok(()) => Ok(self),
        }
    }

    /// The number that the system gets.
    pub fn status(self) -> u8 {
        match self {
            Self::Interrupted => interrupt::exit_status(),
            other => other as u8,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}

/// Why a command ends early.
#[derive(Debug)]
pub enum EarlyExit {
    /// Its input is wrong.
    Refused(Box<Diagnostic>),
    /// A program cannot be started.
    NotStarted(Box<Diagnostic>),
    /// A fault of this program itself.
    Fault(Box<Diagnostic>),
    /// Its output cannot be written.
    Output(io::Error),
    /// Ctrl-C.
    Interrupted,
}

impl EarlyExit {
    /// That a program cannot be started.
    pub fn not_started(diagnostic: Diagnostic) -> Self {
        Self::NotStarted(Box::new(diagnostic))
    }

    /// That this program has panicked with these words.
    pub fn fault(words: &str) -> Self {
        let help = "please report it with the command line and its input".to_owned();
        let diagnostic = Diagnostic::error("fault", panics::message(words));
        Self::Fault(Box::new(diagnostic.with_help([help])))
    }

    /// Writes the reason to stderr, if there is one to write, and gives the exit status.
    pub fn report(self) -> Exit {
        match self {
            Self::Refused(diagnostic) => {
                output::report(&diagnostic);
                Exit::Usage
            }
            Self::NotStarted(diagnostic) => {
                output::report(&diagnostic);
                Exit::NotStarted
            }
            Self::Fault(diagnostic) => {
                output::report(&diagnostic);
                Exit::Fault
            }
            // See `Exit::after`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Good,
            Self::Output(error) => {
                let message = format!("the output cannot be written: {}", text::io_error(&error));
                output::report(&Diagnostic::error("output", message));
                Exit::Usage
            }
            Self::Interrupted => Exit::Interrupted,
        }
    }
}

/// Ends a command that was interrupted.
pub fn check_interrupt() -> Result<(), EarlyExit> {
    if INTERRUPT.is_requested() {
        return Err(EarlyExit::Interrupted);
    }
    Ok(())
}

/// Reports that there is nothing to do.
pub fn nothing_selected(message: impl Into<String>) -> Exit {
    output::report(&Diagnostic::error("nothing-selected", message));
    Exit::NothingSelected
}

/// The error that the command line is wrong, where clap does not see it.
pub fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("usage", message)
}

impl From<Diagnostic> for EarlyExit {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Refused(Box::new(diagnostic))
    }
}

impl From<io::Error> for EarlyExit {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
