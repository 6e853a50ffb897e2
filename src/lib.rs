//! The program `ataxx` as a library for its binary and its tests: sessions, opponents, tests,
//! matches, puzzles, the page. The rules, the solver and the engine are [`ataxx_core`].

// Its documentation is for those who work on it, who can see what is private.
#![allow(rustdoc::private_intra_doc_links)]

pub mod arena;
pub mod cli;
#[cfg(feature = "display")]
pub mod display;
pub mod divergence;
pub mod explore;
pub mod grading;
pub mod mutants;
pub mod opponents;
pub mod oracle;
pub mod panics;
pub mod presentation;
pub mod puzzles;
pub mod replay;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod script;
pub mod session;
pub mod shard;
pub mod storage;
