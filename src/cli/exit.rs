//! What the exit status says.

use std::process::ExitCode;

/// The exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Good = 0,
    /// A check failed, or with `--strict` a command did.
    Failed = 1,
    /// The command line or a file is bad.
    Usage = 2,
    /// A program under test could not be started.
    NotStarted = 3,
    /// There is nothing to run.
    NothingSelected = 4,
    /// With `--check`: something would have been changed.
    WouldChange = 5,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
