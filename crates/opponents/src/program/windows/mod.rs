//! Programs on Windows: `cmd` in a job object, and threads that read and write its pipes.

mod group;
mod streams;

pub use group::{Group, kill_all};
pub use streams::{InputPipe, OutputPipe, open, wait};

use super::launch::Launch;
use std::io;
use std::os::windows::process::CommandExt;
use std::process::Command;
use std::time::Duration;

/// The time in which the last bytes of an ended program become readable.
pub const LAST_BYTES_DELAY: Duration = Duration::from_millis(20);

/// The exit status of `cmd` that has found no such program.
pub const START_FAILURES: [i32; 1] = [9009];

/// Commands that start a program, the best first.
pub fn commands(launch: &Launch) -> io::Result<Vec<Command>> {
    let missing = [
        (launch.memory_kib.is_some(), "limits on memory"),
        (launch.cpu_seconds.is_some(), "limits on processor time"),
        (launch.wrapper.is_some(), "a wrapper"),
    ];
    if let Some((_, what)) = missing.iter().find(|(is_asked, _)| *is_asked) {
        let message = format!("there is no way to set {what} on Windows");
        return Err(io::Error::new(io::ErrorKind::Unsupported, message));
    }
    let mut command = Command::new("cmd");
    // With /s the outer quotes are removed, and nothing else is changed.
    command
        .args(["/d", "/s", "/c"])
        .raw_arg(format!("\"{}\"", launch.command));
    Ok(vec![command])
}

/// What helps against an error, if this process lacks something to start a program.
pub fn advice(error: &io::Error) -> Option<&'static str> {
    (error.kind() == io::ErrorKind::OutOfMemory).then_some("run fewer at a time")
}
