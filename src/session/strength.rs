//! How strong AIs play.

use ataxx_core::engine::Level;
use std::time::Duration;

/// How strong an AI plays, where it differs from the settings of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// At a level.
    Level(Level),
    /// At full strength with this time for each move, at most
    /// [`SessionSettings::LONGEST`](super::SessionSettings::LONGEST).
    MoveTime(Duration),
}

impl Strength {
    pub(super) fn level(self) -> Level {
        match self {
            Self::Level(level) => level,
            Self::MoveTime(_) => Level::FULL,
        }
    }

    /// The time that it sets itself; `None` for the limits of the settings.
    pub(super) fn move_time(self) -> Option<Duration> {
        match self {
            Self::Level(_) => None,
            Self::MoveTime(time) => Some(time),
        }
    }
}
