//! Teaching the player what positions are worth, by its own games.
//!
//! A generation is three steps: the player [plays](Games) against itself, the weights of
//! a network are [fitted](Model) to what it thought and how the games ended, and the new
//! player is [matched](duel) against the old one.

mod duel;
mod games;
mod mirror;
mod model;
mod samples;

pub use duel::{Opponents, Tally, duel};
pub use games::Games;
pub use model::{Fit, Model};
pub use samples::Sample;
