//! Puzzles: positions with one right move, proved by the solver.
//!
//! A [`Puzzle`] of a [`PuzzleKind`] means exactly this, n being the number of moves in its name:
//!
//! - *win in n* (`win-2`, `win-3`): the side to move forces a win in 2n - 1 plies and not in
//!   fewer. After any other first move it forces no win within 2n + 1 plies of the position, so
//!   the other moves do not merely win a little later.
//! - *only move* (`hold-2`, `hold-3`): after any other move the opponent forces a win within 2n
//!   plies of the position, with its n-th move at the latest. After the answer neither side forces
//!   a win within 2n + 2 plies of the position.
//!
//! [`Puzzle::statements`] lists what has to be true for that, each a claim about one position;
//! [`certify`] has the solver prove them and [`verify`](crate::solver::certificate::verify),
//! which knows the reference rules only, check every proof.
//!
//! An [`Attempt`] judges the moves of a solver, and plays the other side. [`built_in`] is a set of
//! puzzles inside the program, which `ataxx-train puzzles` has found.
//!
//! ```
//! use ataxx_core::board::Move;
//! use ataxx_core::puzzles::{Attempt, Puzzle, Reply};
//! use ataxx_core::solver::Budget;
//!
//! let line = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1; 2022; win-2; a5-c7; easy";
//! let puzzle: Puzzle = line.parse()?;
//! assert_eq!(puzzle.to_string(), line);
//! let mut attempt = Attempt::new(&puzzle);
//! let reply = attempt.play(Move::Extend { to: "c7".parse()? }, &Budget::unlimited())?;
//! assert!(matches!(reply, Reply::Wrong { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod output;
mod proof;
mod puzzle;

pub use attempt::{Attempt, Hint, JUDGING_NODES, Reply};
pub use output::{scenarios, sheet};
pub use proof::{Proof, Required, Statement, Unproved, certify, proofs};
pub use puzzle::{Difficulty, Numbered, Puzzle, PuzzleKind, built_in, read, some_of_each, write};
