//! The states of a game.

use std::fmt;

/// The state of a game in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Parameters are set and a position is entered; no result is announced.
    SetUp,
    /// Players make their moves.
    Playing,
    /// The game is over.
    Finished,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SetUp => "set-up",
            Self::Playing => "playing",
            Self::Finished => "finished",
        })
    }
}
