//! How long something takes, in single moves.

use std::fmt;

/// A number of plies: single moves of either side, passes included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => write!(f, "1 ply"),
            plies => write!(f, "{plies} plies"),
        }
    }
}

impl Plies {
    /// The most that are ever looked ahead: longer than games are.
    pub const MOST: Self = Self(5000);
}
