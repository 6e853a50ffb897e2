//! Programs that do not start.

use crate::opponents::{Ended, Launch, Peer, Program, ReadError};
use ataxx_core::Cancellation;
use std::fmt;
use std::time::{Duration, Instant};

/// The time in which a program that does not start must have ended.
const WAIT: Duration = Duration::from_secs(2);

/// Why a program does not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFailure {
    /// How it ended: `./game ended with exit status 127`.
    pub message: String,
    /// The end of its stderr; may be empty.
    pub stderr: String,
}

impl fmt::Display for StartFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.stderr.trim_end() {
            "" => Ok(()),
            stderr => write!(f, "; its stderr:\n{stderr}"),
        }
    }
}

/// Why a program does not start: it is started, sent nothing, and ends by itself with a bad exit
/// status before it has written a line to stdout. `None` where it starts, or where this is not
/// certain within two seconds.
pub fn start_failure(launch: &Launch, stop: &Cancellation) -> Option<StartFailure> {
    start_failure_within(launch, stop, WAIT)
}

/// As [`start_failure`], within another time.
pub(super) fn start_failure_within(
    launch: &Launch,
    stop: &Cancellation,
    time: Duration,
) -> Option<StartFailure> {
    let command = &launch.command;
    let mut program = match Program::start(launch, stop) {
        Ok(program) => program,
        Err(error) => {
            return Some(StartFailure {
                message: format!("`{command}`: {error}"),
                stderr: String::new(),
            });
        }
    };
    let Err(ReadError::Ended(Some(ended))) = program.hear(Instant::now() + time) else {
        return None;
    };
    if ended == Ended::Status(0) {
        return None;
    }
    Some(StartFailure {
        message: format!("`{command}` ended with {}", ended.in_words()),
        stderr: program.stderr_lines(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of(command: &str) -> Option<String> {
        let failure = start_failure(&Launch::new(command), &Cancellation::new());
        failure.map(|failure| failure.to_string())
    }

    #[test]
    fn a_program_that_ends_by_itself_does_not_start() {
        let missing = of("./there-is-no-such-program").unwrap_or_default();
        assert!(missing.contains("exit status 127"), "{missing}");
        insta::assert_snapshot!(of("echo 'No such class' >&2; exit 1").unwrap_or_default(), @"
        `echo 'No such class' >&2; exit 1` ended with exit status 1; its stderr:
        No such class
        ");
    }

    #[test]
    fn a_program_that_waits_speaks_or_ends_well_starts() {
        for command in ["cat", "echo hello; exit 1", "true", "printf '> '; exit 3"] {
            assert_eq!(of(command), None, "{command}");
        }
    }
}
