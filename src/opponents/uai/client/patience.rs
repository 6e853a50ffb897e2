//! How long an engine may take.

use std::time::Duration;

/// How long an engine may take for what it is asked, before it is taken to hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For its start: to `uaiok`. Some load a network or set up a large table first.
    pub start: Duration,
    /// For `readyok`, also after it was given options or a new game.
    pub ready: Duration,
    /// For a move that no clock bounds: a search to a depth or of so many nodes.
    pub think: Duration,
    /// For an answer after its time is over, so that a late move is told apart from none.
    pub overrun: Duration,
    /// For the move after `stop`.
    pub stop: Duration,
    /// To end after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(5),
            think: Duration::from_secs(60),
            overrun: Duration::from_secs(5),
            stop: Duration::from_secs(1),
            quit: Duration::from_secs(5),
        }
    }
}
