//! The three pipes of a program, none of which is ever waited for alone.

use super::output::Output;
use super::tail::Tail;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

/// The pipes, and what is underway in them.
pub struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What the program is to read and has had no room for yet.
    unsent: VecDeque<u8>,
    /// Close stdin once all is sent.
    is_last: bool,
    /// What it has written to stdout.
    pub heard: Output,
    /// What it has written to stderr.
    pub complaints: Tail,
    chunk: Vec<u8>,
}

const CHUNK: usize = 64 * 1024;
/// So often at most a pipe is read from in one go: somebody who floods one pipe must not
/// keep us from the others.
const ROUNDS: usize = 16;

impl Pipes {
    /// The pipes of a child, taken from it.
    ///
    /// # Errors
    ///
    /// When the system refuses to read or write them without waiting.
    pub fn of(child: &mut Child, heard: Output, complaints: Tail) -> io::Result<Self> {
        let pipes = Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            unsent: VecDeque::new(),
            is_last: false,
            heard,
            complaints,
            chunk: vec![0; CHUNK],
        };
        pipes.stdin.as_ref().map(never_wait).transpose()?;
        pipes.stdout.as_ref().map(never_wait).transpose()?;
        pipes.stderr.as_ref().map(never_wait).transpose()?;
        Ok(pipes)
    }

    /// Something to send.
    pub fn push(&mut self, line: &str) {
        self.unsent.extend(line.as_bytes());
        self.unsent.push_back(b'\n');
    }

    /// Nothing more is to be sent than what there is.
    pub fn close(&mut self) {
        self.is_last = true;
        if self.unsent.is_empty() {
            self.stdin = None;
        }
    }

    /// How many bytes wait to be sent.
    pub fn unsent(&self) -> usize {
        self.unsent.len()
    }

    /// Whether the program may still read what we send.
    pub const fn is_listening(&self) -> bool {
        self.stdin.is_some()
    }

    /// Whether nothing more can come on stdout.
    pub const fn is_silent(&self) -> bool {
        self.stdout.is_none()
    }

    /// Whether nothing more can come on stderr.
    pub const fn is_content(&self) -> bool {
        self.stderr.is_none()
    }

    /// Listens to stdout no more.
    pub fn stop_listening(&mut self) {
        self.stdout = None;
    }

    /// Reads what there is and writes what there is room for; waits so long for there
    /// to be either. Says whether there was.
    pub fn pump(&mut self, wait: Duration) -> bool {
        self.wait(wait);
        let sent = self.send();
        let heard = self.hear();
        self.hear_complaints() || sent || heard
    }

    fn wait(&self, time: Duration) {
        let mut pipes = Vec::with_capacity(3);
        if let Some(stdin) = &self.stdin
            && !self.unsent.is_empty()
        {
            pipes.push(PollFd::new(stdin.as_fd(), PollFlags::POLLOUT));
        }
        if let Some(stdout) = &self.stdout {
            pipes.push(PollFd::new(stdout.as_fd(), PollFlags::POLLIN));
        }
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::new(stderr.as_fd(), PollFlags::POLLIN));
        }
        // Rounded up: waiting for nothing again and again would keep a core busy.
        let milliseconds = time.as_micros().div_ceil(1000);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        // Interrupted by a signal or not: the pipes are looked at all the same.
        let _ = poll(&mut pipes, timeout);
    }

    fn send(&mut self) -> bool {
        let Some(stdin) = &mut self.stdin else {
            self.unsent.clear();
            return false;
        };
        let mut sent = false;
        while !self.unsent.is_empty() {
            match stdin.write(self.unsent.as_slices().0) {
                Ok(written) => {
                    self.unsent.drain(..written);
                    sent = true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return sent,
                // It has closed its end.
                Err(_) => {
                    self.stdin = None;
                    self.unsent.clear();
                    return true;
                }
            }
        }
        if self.is_last {
            self.stdin = None;
        }
        sent
    }

    /// Reads stdout once: who wants a line gets it before more is read.
    fn hear(&mut self) -> bool {
        let Some(stdout) = &mut self.stdout else {
            return false;
        };
        match read(stdout, &mut self.chunk) {
            Some(0) => self.stdout = None,
            Some(read) => {
                self.heard.push(&self.chunk[..read]);
                if self.heard.is_full() {
                    self.stdout = None;
                }
            }
            None => return false,
        }
        true
    }

    /// Reads all of stderr that there is.
    fn hear_complaints(&mut self) -> bool {
        for round in 0..ROUNDS {
            let Some(stderr) = &mut self.stderr else {
                return round > 0;
            };
            match read(stderr, &mut self.chunk) {
                Some(0) => self.stderr = None,
                Some(read) => self.complaints.push(&self.chunk[..read]),
                None => return round > 0,
            }
        }
        true
    }
}

/// Reads what there is: how many bytes, 0 when nothing more will come, `None` when
/// there is nothing now.
fn read(mut pipe: impl Read, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match pipe.read(chunk) {
            Ok(read) => return Some(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(_) => return Some(0),
        }
    }
}

/// Makes reading and writing return at once; for our end of the pipe alone.
fn never_wait(pipe: &impl AsFd) -> Result<(), Errno> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}
