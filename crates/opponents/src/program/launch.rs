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
    /// The folder with the files of the scenario, which a wrapper can name as `$ATAXX_FILES`.
    pub files: Option<PathBuf>,
    /// What starts it.
    pub wrapper: Option<Wrapper>,
}

/// A command that starts programs under test, in a sandbox for example: a prefix of their command
/// lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wrapper {
    /// The command line, to which the shell of the program and its arguments are appended.
    pub command: String,
    /// The name of the program, if it has one, which the command line can use as `$ATAXX_NAME`.
    pub program_name: Option<String>,
}

impl Wrapper {
    /// This wrapper of programs without a name.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            program_name: None,
        }
    }
}

/// The line that a wrapped shell writes to stderr before it starts the program. What comes before
/// it is of the wrapper.
pub(super) const STARTED: &str = "ataxx: the program starts";

/// The command with which a wrapped shell starts the script in its first argument, as `bash` if
/// the wrapper has that.
const WRAPPED_SHELL: &str = r#"command -v bash >/dev/null && exec bash -c "$0"; exec sh -c "$0""#;

impl Launch {
    /// This command line in the working directory, without limits.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }

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
