//! The program at a pseudo-terminal.

mod analyze;
mod bench;
#[cfg(feature = "display")]
mod display;
mod matches;
mod perft;
mod session;
mod solve;
mod typing;
