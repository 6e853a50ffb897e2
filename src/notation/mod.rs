//! Positions and moves as text: one file a notation, parser beside printer.
//!
//! Every parser says in a [`SyntaxError`] what is wrong, where, and what was
//! expected; every printer's output is read back as the same value.

mod berkeley;
mod square;
pub(crate) mod syntax;

pub use berkeley::BerkeleyMove;
pub use syntax::SyntaxError;

// Parsers that the command languages are built from.
pub(crate) use berkeley::berkeley_move;
pub(crate) use square::square;
