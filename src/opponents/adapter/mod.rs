//! An adapter for each kind of [`Opponent`](super::Opponent).

mod agent;
mod engine;
mod text;
mod uai;

pub use agent::{AgentOpponent, OwnAgent};
pub use engine::{EngineOpponent, EngineSettings, Evaluator};
pub use text::TextOpponent;
pub use uai::UaiOpponent;
