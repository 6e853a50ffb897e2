//! The program at a pseudo-terminal.
#![cfg(unix)]

mod analyze;
mod bench;
mod bless_review;
mod matches;
mod session;
mod solve;
