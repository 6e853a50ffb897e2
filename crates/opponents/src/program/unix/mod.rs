//! Programs on Unix: a shell in a process group, and pipes that do not block.

mod group;
mod script;
mod streams;

pub use group::{Group, kill_all};
pub use script::START_FAILURES;
pub use streams::{InputPipe, OutputPipe, open, wait};

use super::launch::Launch;
use nix::errno::Errno;
use std::io;
use std::process::Command;
use std::time::Duration;

/// The time in which the last bytes of an ended program become readable.
pub const LAST_BYTES_DELAY: Duration = Duration::ZERO;

/// Commands that start a program, the best first.
#[allow(clippy::unnecessary_wraps)] // not on Windows
pub fn commands(launch: &Launch) -> io::Result<Vec<Command>> {
    let script = launch.script();
    let shell = |name| {
        let mut command = Command::new(name);
        command.arg("-c").arg(&script);
        command
    };
    Ok(["bash", "sh"].map(shell).into())
}

/// What helps against an error, if this process lacks something to start a program.
pub fn advice(error: &io::Error) -> Option<&'static str> {
    match Errno::from_raw(error.raw_os_error()?) {
        Errno::EMFILE | Errno::ENFILE => Some("run fewer at a time, or raise `ulimit -n`"),
        Errno::EAGAIN => Some("run fewer at a time, or raise `ulimit -u`"),
        Errno::ENOMEM => Some("run fewer at a time"),
        _ => None,
    }
}
