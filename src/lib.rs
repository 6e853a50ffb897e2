//! The program `ataxx` as a library for its binary and its tests: the command line and the page.

pub mod cli;
#[cfg(feature = "display")]
pub mod display;
