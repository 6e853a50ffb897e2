//! The two sides.

use std::ops::Not;

/// A side. Red goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that starts on a7 and g1 and makes the first move.
    Red,
    /// The side that starts on a1 and g7.
    Blue,
}

impl Color {
    /// Both sides, Red first.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// 0 for Red, 1 for Blue: an index for tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.opposite()
    }
}
