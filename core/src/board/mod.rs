//! The board: squares, rules, positions, games.
//!
//! Everything here is a plain value. Generating and playing moves allocates
//! nothing; time and files are other rooms' business.

mod bitboard;
mod color;
mod drawing;
pub(crate) mod fen;
mod game;
mod move_text;
mod moves;
mod outcome;
pub mod perft;
mod position;
pub(crate) mod ranks;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod size;
pub(crate) mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use game::{Game, PlayedMove};
pub use moves::{Move, Moves};
pub use outcome::{Ending, Outcome};
pub use position::{BlockError, Cell, IllegalMove, InvalidPosition, Position};
pub use rules::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
pub use size::BoardSize;
pub use square::Square;
pub use symmetry::Symmetry;
