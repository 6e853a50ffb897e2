//! The time limits of an engine.

use std::time::Duration;

/// The time limits of an engine, after which it counts as hanging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start to `uaiok`. Some engines load a network or allocate a large table first.
    pub start: Duration,
    /// To `readyok`, also after options and a new game.
    pub ready: Duration,
    /// To a move without a time limit, by depth or nodes.
    pub think: Duration,
    /// After the time limit of a move, so that a late move and no move are different failures.
    pub overrun: Duration,
    /// From `stop` to the move.
    pub stop: Duration,
    /// From `quit` to its end.
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
