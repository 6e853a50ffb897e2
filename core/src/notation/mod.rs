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

mod berkeley;
mod board;
mod detect;
mod dump;
mod epd;
mod letters;
mod move_notation;
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
pub use berkeley::BerkeleyMove;
pub use board::{BoardView, Mark, Summary, ViewedSquare};
pub use detect::{Notation, fen_as_read, position_as_read, read_game, read_games, read_position};
pub use dump::{Dump, ReadPosition, Rows, dump_letter};
pub use epd::PositionLine;
pub use letters::{BlockLetters, NoLetters};
pub use move_notation::MoveNotation;
pub use pgn::Pgn;
pub use record::{GameRecord, GameResult, NotRecordable, Particulars, Remark, Variation};
pub use reloaded::{MoveRequest, NoBlocksInReloaded, ReloadedMove, ReloadedRows};
pub use search_summary::{MoveScore, NoSummary, SearchSummary};
