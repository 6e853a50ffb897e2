//! The FEN as a notation among others.

use crate::board::Position;
use crate::diagnostic::SyntaxError;
use std::fmt;
use std::str::FromStr;

/// A position that is read and written as a FEN, as [`Position`] itself is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen(pub Position);

impl From<Position> for Fen {
    fn from(position: Position) -> Self {
        Self(position)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Fen {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        text.parse().map(Self)
    }
}
