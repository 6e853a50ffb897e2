//! Matches and tournaments between programs.

mod played;
pub mod rating;
pub mod report;

pub use played::{End, Forfeit, PlayedGame};
