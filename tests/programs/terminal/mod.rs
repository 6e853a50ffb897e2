//! The program at a pseudo-terminal.

mod analyze;
mod bench;
mod bless_review;
#[cfg(feature = "display")]
mod display;
mod matches;
mod perft;
mod session;
mod solve;
mod typing;
