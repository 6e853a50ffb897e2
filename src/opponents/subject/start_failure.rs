//! Programs that do not start.

use crate::cancellation::Cancellation;
use crate::opponents::{Ended, Launch, Peer, Program, Silence};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The time in which a program that does not start must have ended.
const WAIT: Duration = Duration::from_secs(2);

/// Why a program does not start: it is started, sent nothing, and ends by itself with a bad exit
/// status before it has written a line to stdout. `None` where it starts, or where this is not
/// certain within two seconds.
#[must_use]
pub fn start_failure(launch: &Launch, stop: &Cancellation) -> Option<String> {
    let command = &launch.command;
    let mut program = match Program::start(launch, stop) {
        Ok(program) => program,
        Err(error) => return Some(format!("`{command}`: {error}")),
    };
    let Err(Silence::Ended(Some(ended))) = program.hear(Instant::now() + WAIT) else {
        return None;
    };
    if ended == Ended::Status(0) {
        return None;
    }
    let mut message = format!("`{command}` ended with {}", ended.in_words());
    let stderr = program.complaints();
    if !stderr.trim().is_empty() {
        let _ = write!(message, "; its stderr:\n{}", stderr.trim_end());
    }
    Some(message)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of(command: &str) -> Option<String> {
        start_failure(&Launch::new(command), &Cancellation::new())
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
