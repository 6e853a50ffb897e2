//! The program `ataxx` as a library for its binary and its tests: sessions, opponents, tests,
//! matches, puzzles, the page. The rules, the solver and the engine are [`ataxx_core`].

// The command line is a part of this library, and its files name the other rooms by this name.
extern crate self as ataxx_toolkit;

pub mod arena;
pub mod cli;
#[cfg(feature = "display")]
pub mod display;
pub mod opponents;
pub mod presentation;
pub mod puzzles;
pub mod replay;
pub mod session;
pub mod shard;
pub mod storage;
pub mod tester;

pub use ataxx_core::{
    Cancellation, board, cancellation, diagnostic, engine, hash, notation, position, processor,
    reference, review, solver, stats,
};
