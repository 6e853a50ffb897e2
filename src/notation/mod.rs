//! Positions and moves as text: one file a notation, parser beside printer.
//!
//! Every parser says in a [`SyntaxError`] what is wrong, where, and what was
//! expected; every printer's output is read back as the same value.

pub(crate) mod berkeley;
mod board;
mod detect;
pub(crate) mod dump;
pub(crate) mod fen;
pub(crate) mod letters;
mod move_notation;
mod names;
pub mod picture;
mod ranks;
mod record;
pub(crate) mod reloaded;
pub(crate) mod square;
pub(crate) mod syntax;
pub(crate) mod uai;

pub use berkeley::BerkeleyMove;
pub use board::{BoardView, Mark, Summary, ViewedSquare};
pub use detect::{Notation, read_position};
pub use dump::{Dump, Rows};
pub use fen::Fen;
pub use letters::{BlockLetters, NoLetters};
pub use move_notation::MoveNotation;
pub use record::{GameRecord, GameResult, NotRecordable};
pub use reloaded::{MoveRequest, NoBlocksInReloaded, ReloadedMove, ReloadedRows};
pub use syntax::SyntaxError;
pub use uai::UaiMove;
