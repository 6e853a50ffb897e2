//! Teaching the player what positions are worth, by its own games.
//!
//! A generation is three steps: the player [plays](SelfPlay) against itself, the weights of
//! a network are [fitted](Model) to what it thought and how the games ended, and the new
//! player is [matched](play_match) against the old one.
//!
//! With the same seeds all of it comes out the same, whatever the number of threads.

mod fit;
mod match_play;
mod micro_batch;
mod model;
mod sample;
mod sample_file;
mod self_play;
mod symmetric_windows;
#[cfg(test)]
mod tests;
mod training_set;
mod weights;

pub use fit::FitOptions;
pub use match_play::{MatchSetup, play_match};
pub use model::Model;
pub use sample::Sample;
pub use sample_file::{InvalidSampleFile, SampleFile};
pub use self_play::SelfPlay;
pub use training_set::TrainingSet;
