//! Leaf counts of the game tree.
//!
//! A leaf is a sequence of legal moves of the wanted length. A forced pass is a
//! move, a finished game has none, and the one sequence of length 0 is the empty
//! one, whatever the position.
//!
//! [`plain`] follows this definition. [`Counter`] finds the same numbers fast: it sums over
//! the last two plies without playing their moves, and can use several threads and a table.
//!
//! ```
//! use ataxx_core::board::perft::{Counter, CounterOptions};
//! use ataxx_core::board::{Position, Rules};
//!
//! let mut counter = Counter::new(&Rules::UAI, &CounterOptions::default())?;
//! assert_eq!(counter.count(&Position::start(), 5)?, 4_752_668);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counter;
mod kernel;
mod table;
mod threads;
mod tree;
mod wide;

pub use counter::{Branch, Counter, CounterOptions, Hooks, Progress};
pub use threads::ThreadsError;
pub use tree::Unfinished;

use super::{Move, Position, Rules};

/// How a perft counts extends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// One move for each destination of an extend.
    #[default]
    ByDestination,
    /// One move for each neighbour an extend can come from, as Berkeley notation
    /// writes them.
    ByOrigin,
}

impl Counting {
    /// The number of moves that a legal move counts as.
    fn weight(self, position: &Position, mv: Move) -> u64 {
        match (self, mv) {
            (Self::ByOrigin, Move::Extend { .. }) => position.origins(mv).count().into(),
            _ => 1,
        }
    }
}

/// The number of sequences of `depth` legal moves, by plain recursion: what [`Counter`] is
/// tested against.
#[must_use]
pub fn plain(position: &Position, depth: u32, rules: &Rules, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves(rules)
        .map(|mv| {
            let below = plain(&position.after(mv, rules), depth - 1, rules, counting);
            counting.weight(position, mv) * below
        })
        .sum()
}
