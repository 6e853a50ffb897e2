//! Which notation moves are to be written in.

use super::berkeley::BerkeleyMove;
use super::reloaded::ReloadedMove;
use crate::board::{Move, PlayedMove, Position, Rules};
use crate::diagnostic::syntax::{SyntaxError, named};
use std::fmt;
use std::str::FromStr;

/// A notation for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// `a7-b7`, `-`: see [`BerkeleyMove`].
    #[default]
    Berkeley,
    /// `b7`, `a7c7`, `0000`: see [`Move`].
    Uai,
    /// `0:0:1:0:`, `pass`: see [`ReloadedMove`].
    Reloaded,
}

impl MoveNotation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Berkeley, Self::Uai, Self::Reloaded];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Berkeley => "berkeley",
            Self::Uai => "uai",
            Self::Reloaded => "reloaded",
        }
    }

    /// A move as it was played.
    #[must_use]
    pub fn write(self, played: PlayedMove) -> String {
        match self {
            Self::Berkeley => BerkeleyMove::from(played).to_string(),
            Self::Uai => played.mv.to_string(),
            Self::Reloaded => ReloadedMove::from(played).to_string(),
        }
    }

    /// A move of the side to move. Where an origin is written, an extend starts
    /// from the first neighbour in the order of squares.
    #[must_use]
    pub fn write_in(self, mv: Move, position: &Position) -> String {
        let from = position.origins(mv).first();
        self.write(PlayedMove { mv, from })
    }

    /// The moves of a line of play from a position on, like [`write_in`](Self::write_in).
    #[must_use]
    pub fn write_line(self, line: &[Move], position: &Position, rules: &Rules) -> Vec<String> {
        let mut position = *position;
        line.iter()
            .map(|&mv| {
                let written = self.write_in(mv, &position);
                position = position.after(mv, rules);
                written
            })
            .collect()
    }
}

impl fmt::Display for MoveNotation {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MoveNotation {
    type Err = SyntaxError;

    /// Reads `berkeley`, `uai` or `reloaded`, in either case.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = Self::ALL.map(|notation| (notation.name(), notation));
        named("a notation", text, names.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn one_move_in_every_notation() {
        let to = Square::new(1, 6).expect("b7");
        let texts = MoveNotation::ALL
            .map(|notation| notation.write_in(Move::Extend { to }, &Position::start()));
        assert_eq!(texts, ["a7-b7", "b7", "0:0:1:0:"]);
        let passes =
            MoveNotation::ALL.map(|notation| notation.write_in(Move::Pass, &Position::start()));
        assert_eq!(passes, ["-", "0000", "pass"]);
    }

    #[test]
    fn names_are_read_back() {
        for notation in MoveNotation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        let error = "berkley".parse::<MoveNotation>().expect_err("a slip");
        assert_eq!(error.help.as_deref(), Some("did you mean `berkeley`?"));
    }
}
