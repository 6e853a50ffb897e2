//! Programs that exchange lines with this one, and monitors that receive each line.

pub(crate) use ataxx_session::oracle::SHOWN;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A program that lines are sent to and read from, or something in this process that behaves
/// like one.
///
/// Its output is limited: more than the limit is [`ReadError::Flooded`].
pub trait Peer {
    /// Sends a line, which has no line end.
    fn send(&mut self, line: &str) -> Result<(), ReadError>;

    /// The next line of its stdout, without the line end; waits for it until `deadline`. Bytes
    /// that are no UTF-8 are replaced.
    fn read_line(&mut self, deadline: Instant) -> Result<String, ReadError>;

    /// The same, but also a line without an end, if it is complete by what it says and nothing
    /// more comes for a moment: some programs begin a line where others end it.
    fn read_complete_line(
        &mut self,
        deadline: Instant,
        _is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        self.read_line(deadline)
    }

    /// Closes its input, and waits until `deadline` for its end. The rest of its output can be
    /// read afterwards.
    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError>;

    /// For how long after `begun` it has certainly written nothing, up to the last line that was
    /// read. A line that waits to be read ends this time. Counts against a program instead of the
    /// time that has passed.
    fn silence(&self, begun: Instant) -> Duration {
        begun.elapsed()
    }

    /// For how long this process was stopped while it waited for the program, by Ctrl-Z for example.
    fn paused(&self) -> Duration {
        Duration::ZERO
    }

    /// The end of its stderr so far, in whole lines as far as possible.
    fn stderr_lines(&self) -> String;

    /// Takes the lines of its stderr since the last call.
    fn take_stderr_lines(&mut self) -> Vec<String>;

    /// How many bytes of its stderr the next call of `take_stderr_lines` cannot return.
    fn lost_stderr(&mut self) -> usize {
        0
    }

    /// Resets the output limit, so that a long match or exploration does not hit it.
    fn reset_output_limit(&mut self) {}

    /// Whether it has ended without output, with an exit status by which a shell reports that
    /// there is no such program, or that it cannot be run.
    fn could_not_start(&mut self) -> bool {
        false
    }

    /// The wrapper of the program, if it has not started the program yet.
    fn unfinished_wrapper(&self) -> Option<&str> {
        None
    }
}

/// How a peer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// With this exit status.
    Status(i32),
    /// Killed by this signal.
    Signal(i32),
}

impl Ended {
    /// How it ended, in words. Explains the exit status by which a shell reports that a signal
    /// killed the program.
    pub fn in_words(self) -> String {
        const KILLED: i32 = 128;
        const MAX: i32 = 64;
        match self {
            Self::Status(status) if (KILLED + 1..=KILLED + MAX).contains(&status) => {
                format!("{self}, which stands for signal {}", status - KILLED)
            }
            ended => ended.to_string(),
        }
    }
}

impl Ended {
    /// Whether a signal has ended it that all processes of a job are sent when the job is
    /// cancelled: SIGHUP, SIGINT or SIGTERM. Some programs exit with a status that stands for it,
    /// and Windows has one for Ctrl-C.
    pub(super) const fn may_be_cancellation(self) -> bool {
        const CONTROL_C_EXIT: i32 = 0xC000_013A_u32.cast_signed();
        matches!(
            self,
            Self::Signal(1 | 2 | 15) | Self::Status(129 | 130 | 143 | CONTROL_C_EXIT)
        )
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "exit status {status}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

/// Why a line was not sent or read. The caller makes a [`Failure`](super::Failure) of it,
/// which names what was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The deadline has come.
    TimeOut,
    /// It has closed its output, or ended; if it has ended, this is how.
    Ended(Option<Ended>),
    /// It has written more than the limit.
    Flooded {
        /// The limit in bytes.
        limit: usize,
    },
    /// It does not read its input.
    NotReading,
    /// Cancellation was requested.
    Interrupted,
}

/// A deadline this far from now.
pub fn within(time: Duration) -> Instant {
    Instant::now() + time
}

/// Where a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// To the program.
    Sent,
    /// From its stdout.
    Received,
    /// From its stderr.
    Error,
}

impl Stream {
    /// The sign of the stream in a log: `>`, `<` or `!`.
    pub const fn sign(self) -> char {
        match self {
            Self::Sent => '>',
            Self::Received => '<',
            Self::Error => '!',
        }
    }
}

/// Receives each line that is exchanged with a program.
pub type Monitor<'a> = Rc<dyn Fn(Stream, &str) + 'a>;

/// The most bytes of stderr between two lines of stdout that go to a monitor.
pub(super) const MAX_LOGGED_STDERR: usize = 8 * 1024 * 1024;

/// Passes lines of stderr to a monitor, before which so many bytes are lost.
pub(super) fn report_stderr(lines: &[String], lost: usize, monitor: &Monitor) {
    if lost > 0 {
        let message = format!("({lost} bytes of stderr are left out)");
        monitor(Stream::Error, &message);
    }
    for line in lines {
        monitor(Stream::Error, line);
    }
}

/// A program whose lines a monitor receives. Lines of stderr are taken out as they come, so that
/// [`take_stderr_lines`](Peer::take_stderr_lines) returns only the newest.
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
        let sent = self.peer.send(line);
        // A slow monitor must not hold it up.
        (self.monitor)(Stream::Sent, line);
        self.take_stderr_lines();
        sent
    }

    fn read_line(&mut self, deadline: Instant) -> Result<String, ReadError> {
        self.read_complete_line(deadline, &|_| false)
    }

    fn read_complete_line(
        &mut self,
        deadline: Instant,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        let read = self.peer.read_complete_line(deadline, is_complete);
        if let Ok(line) = &read {
            (self.monitor)(Stream::Received, line);
        }
        self.take_stderr_lines();
        read
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        let finished = self.peer.finish(deadline);
        self.take_stderr_lines();
        finished
    }

    fn silence(&self, begun: Instant) -> Duration {
        self.peer.silence(begun)
    }

    fn paused(&self) -> Duration {
        self.peer.paused()
    }

    fn stderr_lines(&self) -> String {
        self.peer.stderr_lines()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        let lost = self.peer.lost_stderr();
        let lines = self.peer.take_stderr_lines();
        report_stderr(&lines, lost, &self.monitor);
        lines
    }

    fn reset_output_limit(&mut self) {
        self.peer.reset_output_limit();
    }

    fn could_not_start(&mut self) -> bool {
        self.peer.could_not_start()
    }

    fn unfinished_wrapper(&self) -> Option<&str> {
        self.peer.unfinished_wrapper()
    }
}
