//! Teaching the player what positions are worth, by its own games.
//!
//! A generation is three steps: the player [plays](Games) against itself, the weights of
//! a network are [fitted](Model) to what it thought and how the games ended, and the new
//! player is [matched](duel) against the old one.
//!
//! With the same seeds all of it comes out the same, whatever the number of threads.

mod block;
mod duel;
mod fit;
mod games;
mod lessons;
mod mirror;
mod model;
mod sample;
mod shard;
#[cfg(test)]
mod tests;
mod weights;

pub use duel::{Opponents, duel};
pub use fit::Fit;
pub use games::Games;
pub use lessons::Lessons;
pub use model::Model;
pub use sample::Sample;
pub use shard::{InvalidShard, Shard};
