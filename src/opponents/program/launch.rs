//! How a program is started.

use std::fmt::Write as _;
use std::path::PathBuf;

/// How a program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Launch {
    /// The command line, for `bash -c`, or `sh -c` where there is no `bash`.
    pub command: String,
    /// The folder to start it in; `None` for the working directory.
    pub folder: Option<PathBuf>,
    /// Memory limit for each of its processes, in KiB.
    pub memory_kib: Option<u64>,
    /// Processor time limit for each of its processes, in seconds. At the limit it gets
    /// `SIGXCPU`, and a second later `SIGKILL`.
    pub cpu_seconds: Option<u64>,
    /// The path of this program, which the command line can name as `$ATAXX`.
    pub own_program: Option<PathBuf>,
}

impl Launch {
    /// This command line in the working directory, without limits.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }

    /// The script for the shell. A limit that cannot be set ends it like a program that cannot be
    /// started.
    pub(super) fn script(&self) -> String {
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

/// The exit status of a shell that cannot run a program it has found.
pub(super) const NOT_STARTED: i32 = 126;
/// The exit status of a shell that has found no such program.
pub(super) const NOT_FOUND: i32 = 127;

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
