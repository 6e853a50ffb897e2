//! Passes on each line that is exchanged with a program, as it comes.

use super::peer::{Ended, Peer, ReadError};
use std::rc::Rc;
use std::time::Instant;

/// Where a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// To the program.
    Sent,
    /// From its stdout.
    Received,
    /// From its stderr.
    Complaint,
}

impl Stream {
    /// The sign of the stream in a log: `>`, `<` or `!`.
    pub const fn sign(self) -> char {
        match self {
            Self::Sent => '>',
            Self::Received => '<',
            Self::Complaint => '!',
        }
    }
}

/// Receives each line that is exchanged with a program.
pub type Monitor<'a> = Rc<dyn Fn(Stream, &str) + 'a>;

/// A program whose lines a monitor receives. Lines of stderr are taken out as they come, so that
/// [`take_complaints`](Peer::take_complaints) returns only the newest.
pub(super) struct Monitored<'a> {
    peer: Box<dyn Peer + 'a>,
    monitor: Monitor<'a>,
}

impl<'a> Monitored<'a> {
    pub fn new(peer: Box<dyn Peer + 'a>, monitor: &Monitor<'a>) -> Self {
        Self {
            peer,
            monitor: Rc::clone(monitor),
        }
    }
}

impl Peer for Monitored<'_> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        (self.monitor)(Stream::Sent, line);
        let sent = self.peer.send(line);
        self.take_complaints();
        sent
    }

    fn hear(&mut self, deadline: Instant) -> Result<String, ReadError> {
        let heard = self.peer.hear(deadline);
        if let Ok(line) = &heard {
            (self.monitor)(Stream::Received, line);
        }
        self.take_complaints();
        heard
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        let finished = self.peer.finish(deadline);
        self.take_complaints();
        finished
    }

    fn stderr_lines(&self) -> String {
        self.peer.stderr_lines()
    }

    fn take_complaints(&mut self) -> Vec<String> {
        let lines = self.peer.take_complaints();
        for line in &lines {
            (self.monitor)(Stream::Complaint, line);
        }
        lines
    }

    fn reset_output_limit(&mut self) {
        self.peer.reset_output_limit();
    }

    fn could_not_start(&mut self) -> bool {
        self.peer.could_not_start()
    }
}
