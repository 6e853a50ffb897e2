//! What a position is worth to the side to move.

/// A value from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The expected difference in pieces at the end, own minus the other's.
    Stones(f64),
    /// A forced win in so many plies.
    Win(u32),
    /// A forced loss in so many plies.
    Loss(u32),
}

/// A score inside the search: hundredths of a piece, or beyond `DECIDED` a win,
/// the nearer the greater.
pub(super) type Value = i32;

/// A win at the root itself; one so many plies away is worth so much less.
pub(super) const WIN: Value = 1_000_000;
/// Values beyond this (or below its negative) are forced wins (or losses).
pub(super) const DECIDED: Value = WIN - 10_000;

impl Score {
    pub(super) fn of(value: Value) -> Self {
        let plies = || WIN.abs_diff(value.abs());
        if value > DECIDED {
            Self::Win(plies())
        } else if value < -DECIDED {
            Self::Loss(plies())
        } else {
            Self::Stones(f64::from(value) / 100.0)
        }
    }
}
