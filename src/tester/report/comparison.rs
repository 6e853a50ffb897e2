//! What was expected beside what there is.

use crate::board::{Bitboard, Position};

/// What was expected beside what there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Two short values of the same kind, like `3` and `4`.
    Values {
        /// What they are: `jumps`, `result`, ….
        what: String,
        /// What was expected.
        expected: String,
        /// What there is.
        actual: String,
    },
    /// Two texts of several lines each.
    Texts {
        /// What was expected.
        expected: String,
        /// What there is.
        actual: String,
    },
    /// Two boards. What the expectation leaves open is not among the differing
    /// squares, whatever stands on it in `expected`.
    Boards {
        /// What was expected.
        expected: Box<Position>,
        /// The squares about which something was expected.
        constrained: Bitboard,
        /// What there is.
        actual: Box<Position>,
        /// The squares that differ.
        differing: Bitboard,
    },
    /// Two sets, of moves or of anything else.
    Sets {
        /// What they hold: `moves`, ….
        what: String,
        /// What was expected and is not there.
        missing: Vec<String>,
        /// What is there and was not expected.
        surplus: Vec<String>,
        /// How many were as expected.
        common: usize,
    },
}
