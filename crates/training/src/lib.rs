//! Trains the evaluation network by self-play.
//!
//! A generation has three steps: the player [plays](SelfPlay) against itself, a
//! [network](Model) is fitted to the search values and results of the games, and the new
//! player [plays a match](play_match) against the previous one.
//!
//! The weights that order the moves of a search are [fitted](MovePatterns) to best moves.
//!
//! The openings of matches are those that a search [finds](OpeningSearch) balanced. The puzzles are
//! [found](PuzzleMiner) in games.
//!
//! Results depend on the seeds only, not on the number of threads.

mod layers;
mod match_play;
mod model;
mod openings;
mod pattern_fit;
mod puzzles;
mod sample;
mod self_play;
#[cfg(test)]
mod tests;
mod training_set;

pub use match_play::{MatchResult, MatchSetup, play_match};
pub use model::{FitOptions, Model};
pub use openings::{OPENING_NODES, OpeningSearch, canonical};
pub use pattern_fit::{BestMove, MovePatterns, Prediction};
pub use puzzles::{PuzzleMiner, puzzle_game};
pub use sample::{InvalidSampleFile, Sample, SampleFile};
pub use self_play::SelfPlay;
pub use training_set::{TargetOptions, TrainingSet, result_scale};
