//! The board: squares, rules, positions, games.
//!
//! Everything here is a plain value. Generating and playing moves allocates
//! nothing; time and files are other rooms' business.

mod bitboard;
mod blocks;
mod color;
mod drawing;
pub(crate) mod fen;
mod game;
mod moves;
pub mod perft;
mod play;
mod position;
pub(crate) mod ranks;
mod rules;
mod rules_text;
#[cfg(feature = "serde")]
mod serde;
pub(crate) mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use blocks::{BlockError, BoardSize};
pub use color::Color;
pub use game::{Game, PlayedMove};
pub use moves::{Move, Moves};
pub use play::{Ending, IllegalMove, Outcome};
pub use position::{Cell, InvalidPosition, Position};
pub(crate) use rules::Settings;
pub use rules::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
pub use square::Square;
pub use symmetry::Symmetry;
