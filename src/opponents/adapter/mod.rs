//! An adapter for each kind of [`Opponent`](super::Opponent).

mod agent;
mod engine;
mod random;
mod text;
mod uai;

pub use agent::{AgentOpponent, OwnAgent};
pub use engine::{EngineOpponent, EngineSettings, Evaluator};
pub use random::RandomMover;
pub use text::TextOpponent;
pub use uai::UaiOpponent;

use std::time::Duration;

/// Time limit for the end of a program.
const TIME_TO_QUIT: Duration = Duration::from_secs(1);
