//! The rules of Ataxx a second time, word for word, on an array of cells.
//!
//! What [`board`](crate::board) does with sets of squares in machine words is
//! done here the way the rules read: square by square, vector by vector, each
//! rule beside its sentence. Nothing is fast and nothing is clever, so that a
//! reader can hold a function against its sentence and see that both say the
//! same. That makes it the judge of the other: the tests play both in step, and
//! what checks a certificate believes this room alone.
//!
//! Of [`board`](crate::board) it uses the words and none of the work: [`Square`],
//! [`Color`], [`Move`], [`PlayedMove`], [`Rules`] with the types of its settings,
//! [`Outcome`], [`Ending`] and [`BlockError`]. Steps over the board, reach, flips, ends and blocks are its
//! own.
//!
//! ```
//! use ataxx_core::board::{Rules, Square};
//! use ataxx_core::reference::LiteralPosition;
//!
//! let rules = Rules::BERKELEY_2016;
//! let start = LiteralPosition::start();
//! let moves = start.legal_moves(&rules);
//! assert_eq!(moves.len(), 16);
//! let next = start.play(moves[0], &rules).expect("a move of the list");
//! assert_eq!(next.cell(Square::A7), start.cell(Square::A7));
//! assert_eq!(next.outcome(&rules), None);
//! ```
//!
//! [`BlockError`]: crate::board::BlockError
//! [`Square`]: crate::board::Square
//! [`Color`]: crate::board::Color
//! [`Move`]: crate::board::Move
//! [`PlayedMove`]: crate::board::PlayedMove
//! [`Rules`]: crate::board::Rules
//! [`Outcome`]: crate::board::Outcome
//! [`Ending`]: crate::board::Ending

mod moves;
mod position;
#[cfg(test)]
mod tests;

pub use moves::NotLegal;
pub use position::{Cell, LiteralPosition};
