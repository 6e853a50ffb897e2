//! Positions and moves as text: one file a notation, parser beside printer.
//!
//! Every parser says in a [`SyntaxError`] what is wrong, where, and what was
//! expected; every printer's output is read back as the same value.

pub(crate) mod berkeley;
mod detect;
pub(crate) mod dump;
pub(crate) mod fen;
mod names;
mod ranks;
pub(crate) mod reloaded;
pub(crate) mod square;
pub(crate) mod syntax;

pub use berkeley::BerkeleyMove;
pub use detect::{Notation, read_position};
pub use dump::{Dump, Rows};
pub use fen::Fen;
pub use reloaded::{MoveRequest, NoBlocksInReloaded, ReloadedMove, ReloadedRows};
pub use syntax::SyntaxError;

// Parsers that the command languages are built from.
pub(crate) use berkeley::berkeley_move;
pub(crate) use square::square;
mod interim;
pub use interim::*;
