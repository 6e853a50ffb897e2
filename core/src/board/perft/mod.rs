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
mod tree;
mod wide;

pub use counter::{
    Branch, Counter, CounterOptions, Counting, Hooks, Progress, ThreadsError, plain,
};
pub use tree::Unfinished;
