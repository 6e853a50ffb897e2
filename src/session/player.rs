//! The players of a session.

/// Who makes the moves of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Somebody who types them.
    Manual,
    /// An AI.
    Ai {
        /// What it chooses by; `None` for what the session began with.
        seed: Option<i64>,
    },
    /// A remote program.
    Remote,
}

impl Player {
    /// The seed of an AI that has one.
    #[must_use]
    pub const fn seed(self) -> Option<i64> {
        match self {
            Self::Ai { seed } => seed,
            Self::Manual | Self::Remote => None,
        }
    }
}
