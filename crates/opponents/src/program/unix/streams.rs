//! Pipes that do not block.

use crate::program::pipes::ChildPipes;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStdin;
use std::time::Duration;

/// The stdin of a program.
pub type InputPipe = ChildStdin;
/// Its stdout or stderr.
pub type OutputPipe = File;

/// The three pipes of a program.
pub fn open(
    (stdin, stdout, stderr): ChildPipes,
) -> io::Result<(Option<InputPipe>, [Option<OutputPipe>; 2])> {
    let stdout = stdout.map(OwnedFd::from);
    let stderr = stderr.map(OwnedFd::from);
    stdin.as_ref().map(set_nonblocking).transpose()?;
    stdout.as_ref().map(set_nonblocking).transpose()?;
    stderr.as_ref().map(set_nonblocking).transpose()?;
    Ok((stdin, [stdout, stderr].map(|pipe| pipe.map(File::from))))
}

/// Makes our end of a pipe non-blocking.
fn set_nonblocking(pipe: &impl AsFd) -> Result<(), Errno> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Waits at most so long until `input` can be written or one of `outputs` read.
pub fn wait(input: Option<&InputPipe>, outputs: [Option<&OutputPipe>; 2], time: Duration) {
    let mut pipes = Vec::with_capacity(3);
    pipes.extend(input.map(|input| PollFd::new(input.as_fd(), PollFlags::POLLOUT)));
    let outputs = outputs.into_iter().flatten();
    pipes.extend(outputs.map(|output| PollFd::new(output.as_fd(), PollFlags::POLLIN)));
    // Rounded up, because a wait of 0 in a loop would keep a core busy.
    let milliseconds = time.as_micros().div_ceil(1000);
    let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
    // If a signal interrupts it, the pipes are read all the same.
    let _ = poll(&mut pipes, timeout);
}
