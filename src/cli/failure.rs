//! How a command ends before its time.

use super::exit::Exit;
use super::output;
use ataxx_toolkit::diagnostic::Diagnostic;
use std::io;

/// Why a command did not get to its end.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong with what it was given.
    Refused(Box<Diagnostic>),
    /// Its output cannot be written.
    Output(io::Error),
    /// It was told to stop.
    Interrupted,
}

impl Failure {
    /// Says what is the matter, where there is something to say.
    pub fn report(self) -> Exit {
        match self {
            Self::Refused(diagnostic) => {
                output::report(&diagnostic);
                Exit::Usage
            }
            // The reader has seen enough and left, which is its right.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Good,
            Self::Output(error) => {
                let message = format!("the output cannot be written: {}", error.kind());
                output::report(&Diagnostic::error("output", message));
                Exit::Usage
            }
            Self::Interrupted => Exit::Interrupted,
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Refused(Box::new(diagnostic))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
