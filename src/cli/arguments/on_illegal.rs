//! `--illegal`.

/// The response to an illegal, late or missing move of an agent of Ataxx Reloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnIllegal {
    /// A random move is played instead, as the document says of its framework.
    Random,
    /// A forfeit.
    Forfeit,
}

impl OnIllegal {
    pub const ALL: [Self; 2] = [Self::Random, Self::Forfeit];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Forfeit => "forfeit",
        }
    }
}
