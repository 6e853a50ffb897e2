//! Somebody to talk with, a line at a time.

use std::fmt;
use std::time::{Duration, Instant};

/// Somebody to talk with, a line at a time.
///
/// What it says is bounded: a peer that floods or that writes lines without end is
/// answered with [`Silence::Flooded`], not with all the memory there is.
pub trait Peer {
    /// Says a line to it; `line` has no line end.
    ///
    /// # Errors
    ///
    /// When it does not listen any more.
    fn send(&mut self, line: &str) -> Result<(), Silence>;

    /// The next line that it says, without the line end; waits for it until
    /// `deadline`. Bytes that are no text are replaced.
    ///
    /// # Errors
    ///
    /// When no line comes. Asking again later is allowed.
    fn hear(&mut self, deadline: Instant) -> Result<String, Silence>;

    /// Tells it that nothing more will be said, and waits until `deadline` for it to
    /// end by itself. What it still says can be heard afterwards.
    ///
    /// # Errors
    ///
    /// [`Silence::TimeOut`] when it does not, [`Silence::Interrupted`].
    fn finish(&mut self, deadline: Instant) -> Result<Ended, Silence>;

    /// The end of what it has written to stderr so far, whole lines as far as they
    /// come, the newest last.
    fn complaints(&self) -> String;

    /// Takes the lines it has written to stderr since this was asked last.
    fn take_complaints(&mut self) -> Vec<String>;

    /// Resets the output limit. Call it between games, so that a long match does not hit
    /// the limit.
    fn reset_output_limit(&mut self) {}

    /// Whether it has ended without a word, in the way in which a shell says that there
    /// is no such program, or that it cannot be run.
    fn could_not_start(&mut self) -> bool {
        false
    }
}

/// How a peer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// By itself, with this exit status.
    Status(i32),
    /// Killed by this signal.
    Signal(i32),
}

impl Ended {
    /// How it ended, also behind a shell: that says with a status that a signal has
    /// killed what it ran.
    #[must_use]
    pub fn in_words(self) -> String {
        const KILLED: i32 = 128;
        const MOST: i32 = 64;
        match self {
            Self::Status(status) if (KILLED + 1..=KILLED + MOST).contains(&status) => {
                format!("{self}, which stands for signal {}", status - KILLED)
            }
            ended => ended.to_string(),
        }
    }

    /// Whether it says that all is well.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Status(0))
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

/// Why nothing is heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The deadline has come.
    TimeOut,
    /// It has closed its output, or ended; if it has ended, how.
    Ended(Option<Ended>),
    /// It has said more than anybody would read.
    Flooded {
        /// How many bytes were read.
        limit: usize,
    },
    /// It does not read what is said to it.
    Deaf,
    /// We were told to stop.
    Interrupted,
}

/// The longest line of a program in messages, in characters.
pub(super) const SHOWN: usize = 80;

/// A deadline this far from now.
#[must_use]
pub fn within(time: Duration) -> Instant {
    Instant::now() + time
}
