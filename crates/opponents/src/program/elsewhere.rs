//! Programs on systems without process groups: none is started.

#[allow(dead_code)] // no shell is started
mod launch;

pub use launch::{Launch, Wrapper};

use super::{Ended, Peer, ReadError};
use ataxx_core::Cancellation;
use std::convert::Infallible;
use std::io;
use std::marker::PhantomData;
use std::time::Instant;

/// A program under control. There is none on this system.
pub struct Program<'a> {
    none: Infallible,
    cancel: PhantomData<&'a Cancellation>,
}

/// Kills all programs: there are none.
pub const fn kill_all() {}

impl<'a> Program<'a> {
    /// Starts a program.
    pub fn start(_: &Launch, _: &'a Cancellation) -> io::Result<Self> {
        let message = "this system has no process groups, without which programs are not started";
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    }

    /// Kills its process group.
    pub const fn kill(&mut self) {
        match self.none {}
    }

    /// Limits the bytes of stderr that are kept from now on.
    pub const fn keep_stderr(&mut self, _: usize) {
        match self.none {}
    }
}

impl Peer for Program<'_> {
    fn send(&mut self, _: &str) -> Result<(), ReadError> {
        match self.none {}
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        match self.none {}
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        match self.none {}
    }

    fn stderr_lines(&self) -> String {
        match self.none {}
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        match self.none {}
    }
}
