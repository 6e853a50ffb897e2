//! Numbers of plies.

use crate::diagnostic::text;
use std::fmt;

/// A number of plies: single moves of either side, passes included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

impl Plies {
    /// The maximum search depth; longer than any practical game.
    pub const MOST: Self = Self(5000);

    /// This number, or the greatest that there is.
    #[must_use]
    pub fn saturating(number: u32) -> Self {
        Self(u16::try_from(number).unwrap_or(u16::MAX))
    }
}

impl Plies {
    /// One less, or none.
    #[must_use]
    pub(super) const fn less_one(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Plies {
    /// With its unit: `1 ply`, `3 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text::plies(self.0.into()))
    }
}
