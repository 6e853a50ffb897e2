//! How a program is started.

use std::path::PathBuf;

/// How a program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Launch {
    /// The command line, for `bash -c`, or `sh -c` where there is no `bash`; on Windows for `cmd /c`.
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

impl Launch {
    /// This command line in the working directory, without limits.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }
}
