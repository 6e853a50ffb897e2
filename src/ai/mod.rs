//! The timed player.
//!
//! [`choose`] is the whole interface: a position, its rules and [`Limits`] go in,
//! a [`Choice`] comes out. Inside is a plain alpha-beta search that counts pieces;
//! it knows the end of a game exactly, jump count and passes included.

mod limits;
mod score;
mod search;

pub use limits::{Limits, StopReason};
pub use score::Score;
pub use search::{Choice, Task, choose};
