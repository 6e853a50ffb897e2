//! The script with which a shell starts a program.

use crate::program::launch::{Launch, STARTED};
use std::fmt::Write as _;

/// The command with which a wrapped shell starts the script in its first argument, as `bash` if
/// the wrapper has that.
const WRAPPED_SHELL: &str = r#"command -v bash >/dev/null && exec bash -c "$0"; exec sh -c "$0""#;

impl Launch {
    /// The script for the shell.
    pub(super) fn script(&self) -> String {
        let program = self.script_of_program();
        let Some(wrapper) = &self.wrapper else {
            return program;
        };
        let shell = format!("echo '{STARTED}' >&2; {WRAPPED_SHELL}");
        let [shell, program] = [&shell, &program].map(|text| quoted(text));
        format!("{} sh -c {shell} {program}", wrapper.command.trim())
    }

    /// The script of the program itself. A limit that cannot be set ends it like a program that
    /// cannot be started.
    fn script_of_program(&self) -> String {
        let mut script = String::new();
        let mut limit = |operands: String| {
            let _ = writeln!(script, "ulimit {operands} || exit {NOT_STARTED}");
        };
        if let Some(memory) = self.memory_kib {
            limit(format!("-v {memory}"));
        }
        if let Some(seconds) = self.cpu_seconds {
            limit(format!("-S -t {seconds}"));
            limit(format!("-H -t {}", seconds.saturating_add(1)));
        }
        script + &self.command
    }
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The exit status of a shell that cannot run a program it has found.
const NOT_STARTED: i32 = 126;
/// The exit status of a shell that has found no such program.
const NOT_FOUND: i32 = 127;
/// Both.
pub const START_FAILURES: [i32; 2] = [NOT_STARTED, NOT_FOUND];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wrapper;

    #[test]
    fn limits_come_before_the_command() {
        let launch = Launch {
            memory_kib: Some(1024),
            cpu_seconds: Some(5),
            ..Launch::new("java Main # play")
        };
        insta::assert_snapshot!(launch.script(), @"
        ulimit -v 1024 || exit 126
        ulimit -S -t 5 || exit 126
        ulimit -H -t 6 || exit 126
        java Main # play
        ");
        assert_eq!(Launch::new("ls").script(), "ls");
        let wrapped = Launch {
            wrapper: Some(Wrapper::new(" nice -n 5 ")),
            memory_kib: Some(1024),
            ..Launch::new("echo 'a b'")
        };
        insta::assert_snapshot!(wrapped.script(), @r#"
        nice -n 5 sh -c 'echo '\''ataxx: the program starts'\'' >&2; command -v bash >/dev/null && exec bash -c "$0"; exec sh -c "$0"' 'ulimit -v 1024 || exit 126
        echo '\''a b'\'''
        "#);
    }
}
