//! What a program writes to stderr: its errors, and why it does not start.

use crate::opponents::{Ended, Failure, FailureKind, Launch, Peer, Program, ReadError};
use ataxx_core::Cancellation;
use std::time::{Duration, Instant};

/// The errors among lines of stderr, one text each; warnings are left out.
///
/// Where some lines begin with `error` or `warning`, each of these begins a text that goes on
/// up to the next. Otherwise each line that is not indented begins one, so that a stack trace
/// is one text.
pub fn group_stderr(lines: &[String]) -> Vec<String> {
    let is_named = |line: &String| is_error(line) || is_warning(line);
    let named = lines.iter().any(is_named);
    let mut texts: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let begins = if named {
            is_named(line)
        } else {
            !line.starts_with([' ', '\t'])
        };
        match texts.last_mut() {
            Some(text) if !begins => {
                text.push('\n');
                text.push_str(line);
            }
            _ => texts.push(line.clone()),
        }
    }
    texts.retain(|text| !is_warning(text));
    texts
}

/// Whether a line begins with `error`.
pub fn is_error(line: &str) -> bool {
    begins_with(line, "error")
}

fn is_warning(line: &str) -> bool {
    begins_with(line, "warning")
}

fn begins_with(line: &str, word: &str) -> bool {
    let start = line.trim_start().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The time in which a program that does not start must have ended.
const WAIT: Duration = Duration::from_secs(2);

/// Why a program does not start: it is started, sent nothing, and ends by itself with a bad exit
/// status before it has written a line to stdout. `None` where it starts, or where this is not
/// certain within two seconds.
pub fn start_failure(launch: &Launch, stop: &Cancellation) -> Option<Failure> {
    start_failure_within(launch, stop, WAIT)
}

/// As [`start_failure`], within another time.
pub(super) fn start_failure_within(
    launch: &Launch,
    stop: &Cancellation,
    time: Duration,
) -> Option<Failure> {
    let command = &launch.command;
    let mut program = match Program::start(launch, stop) {
        Ok(program) => program,
        Err(error) => {
            let message = format!("`{command}`: {error}");
            return Some(Failure::new(FailureKind::NotStarted, message));
        }
    };
    let Err(ReadError::Ended(Some(ended))) = program.read_line(Instant::now() + time) else {
        return None;
    };
    if ended == Ended::Status(0) {
        return None;
    }
    Some(Failure {
        kind: FailureKind::NotStarted,
        message: format!("`{command}` ended with {}", ended.in_words()),
        last_words: Some(program.stderr_lines()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &str) -> Vec<String> {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        group_stderr(&lines)
    }

    #[test]
    fn every_line_is_an_error_but_what_hangs_below_it() {
        assert_eq!(
            texts("bad move\nbad square\n\n"),
            ["bad move", "bad square"]
        );
        assert_eq!(
            texts("Exception: x\n\tat main\nbye"),
            ["Exception: x\n\tat main", "bye"]
        );
        assert_eq!(texts("  odd"), ["  odd"]);
    }

    #[test]
    fn errors_that_name_themselves_are_kept_whole() {
        assert_eq!(
            texts("error: no\n |\n | x\nhint\nwarning: odd\n = x\nError: again"),
            ["error: no\n |\n | x\nhint", "Error: again"]
        );
    }

    #[cfg(unix)]
    fn of(command: &str) -> Option<String> {
        let failure = start_failure(&Launch::new(command), &Cancellation::new());
        failure.map(|failure| failure.with_stderr("its stderr"))
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_ends_by_itself_does_not_start() {
        let missing = of("./there-is-no-such-program").unwrap_or_default();
        assert!(missing.contains("exit status 127"), "{missing}");
        insta::assert_snapshot!(of("echo 'No such class' >&2; exit 1").unwrap_or_default(), @"
        `echo 'No such class' >&2; exit 1` ended with exit status 1; its stderr:
        No such class
        ");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_waits_speaks_or_ends_well_starts() {
        for command in ["cat", "echo hello; exit 1", "true", "printf '> '; exit 3"] {
            assert_eq!(of(command), None, "{command}");
        }
    }
}
