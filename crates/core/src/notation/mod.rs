//! Positions and moves as text: one file a notation, parser beside printer.
//!
//! The [`SyntaxError`] of a parser has the place, what was found and what was expected. What a
//! printer writes is read back as the same value.
//!
//! | what | type |
//! |---|---|
//! | `x5o/7/7/7/7/7/o5x x 0 1` | `Display` and `FromStr` of [`Position`] |
//! | the output of `dump`, and its rows in one line | [`Dump`], [`Rows`] |
//! | `1:0:0:0:0:0:2:` … and requests for a move | [`ReloadedRows`], [`MoveRequest`] |
//! | any of these, recognized by its form | [`read_position`], [`Notation`] |
//! | one of these in a line, with operations of EPD | [`PositionLine`] |
//! | `a7-b7`, `-` | [`BerkeleyMove`] |
//! | `b7`, `a7c7`, `0000` | `Display` and `FromStr` of [`Move`] |
//! | `4:5:4:2:`, `pass` | [`ReloadedMove`] |
//! | one of these, by name | [`MoveNotation`] |
//! | one of these, recognized by its form | [`AnyMove`] |
//! | blocks as `3gh` | [`BlockLetters`] |
//! | whole games | [`GameRecord`], [`GameResult`], [`Particulars`], [`Variation`], [`SearchSummary`] |
//! | whole games as cuteataxx writes them | [`Pgn`] |
//! | games in either form, recognized by it | [`read_games`], [`read_game`] |
//! | squares, colors, rules | `Display` and `FromStr` of [`Square`], [`Color`], [`Rules`] |
//! | a labelled board | [`BoardView`] and [`Summary`]; read by [`read_position`] |
//! | printed only | [`picture`] |
//!
//! [`Move`]: crate::board::Move
//! [`Position`]: crate::board::Position
//! [`Square`]: crate::board::Square
//! [`Color`]: crate::board::Color
//! [`Rules`]: crate::board::Rules

mod any_move;
mod berkeley;
mod board;
mod detect;
mod dump;
mod epd;
mod letters;
mod pgn;
#[cfg(feature = "svg")]
pub mod picture;
mod record;
mod reloaded;
mod search_summary;

/// Parsers of parts of a text, for the parsers of larger languages.
pub mod parsers {
    pub use super::berkeley::berkeley_move;
    pub use super::letters::block_letters;
    pub use crate::board::square::square;
}

pub use crate::diagnostic::SyntaxError;
pub use any_move::{AnyMove, without_turn_number};
pub use berkeley::BerkeleyMove;
pub use board::{BoardView, Mark, Summary, ViewedSquare};
pub use detect::{Notation, fen_as_read, position_as_read, read_game, read_games, read_position};
pub use dump::{Dump, ReadPosition, Rows, dump_letter};
pub use epd::PositionLine;
pub use letters::{BlockLetters, NoLetters};
pub use pgn::Pgn;
pub use record::{GameRecord, GameResult, NotRecordable, Particulars, Remark, Variation};
pub use reloaded::{MoveRequest, NoBlocksInReloaded, ReloadedMove, ReloadedRows};
pub use search_summary::{MoveScore, NoSummary, SearchSummary};

use crate::board::{Move, PlayedMove, Position, Rules};
use crate::diagnostic::syntax::named;
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
        self.write(PlayedMove::of(mv, position))
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
    fn each_move_of_a_line_is_written_in_its_position() {
        let line = ["b7", "a2", "b7d5"].map(|mv| mv.parse::<Move>().expect(mv));
        let texts = MoveNotation::ALL
            .map(|notation| notation.write_line(&line, &Position::start(), &Rules::UAI));
        let expected = [
            ["a7-b7", "a1-a2", "b7-d5"],
            ["b7", "a2", "b7d5"],
            ["0:0:1:0:", "0:6:0:5:", "1:0:3:2:"],
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn names_are_read_back() {
        for notation in MoveNotation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        let error = "berkley".parse::<MoveNotation>().expect_err("misspelt");
        assert_eq!(error.help.as_deref(), Some("did you mean `berkeley`?"));
    }
}
