//! The players of a session.

/// The player of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    Manual,
    /// An AI.
    Ai {
        /// Its seed; `None` for an AI whose moves are not repeatable.
        seed: Option<i64>,
    },
    /// A remote program.
    Remote,
}

impl Player {
    /// Whether an AI makes the moves.
    pub const fn is_ai(self) -> bool {
        matches!(self, Self::Ai { .. })
    }

    /// The seed of an AI that has one.
    pub const fn seed(self) -> Option<i64> {
        match self {
            Self::Ai { seed } => seed,
            Self::Manual | Self::Remote => None,
        }
    }
}
