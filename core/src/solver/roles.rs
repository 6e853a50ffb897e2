//! The roles of the two sides in a search, and their aims.

/// The role of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that tries to force a win.
    Attacker,
    /// The side that tries to prevent it.
    Defender,
}

impl Side {
    /// The other side.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// What a side tries to force, against any play of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// That it wins.
    Win,
    /// That it does not lose.
    Hold,
}

impl Aim {
    /// The aim with which the other side prevents this one.
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Hold,
            Self::Hold => Self::Win,
        }
    }
}
