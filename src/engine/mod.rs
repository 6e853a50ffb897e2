//! The timed player.
//!
//! A position, its rules and [`Limits`] go into a [`Player`], a [`Choice`] or a
//! [`SearchReport`] comes out. The player asks the exact solver first and then searches.

mod budget;
mod evaluation;
mod limits;
mod order;
mod player;
mod root;
mod score;
mod search;
mod table;
mod techniques;

pub use budget::MoveBudget;
pub use evaluation::{
    Evaluation, FEATURES, HIDDEN, InvalidNetwork, Material, Network, PHASES, STATES, WINDOWS,
    phase, windows,
};
pub use limits::{Limits, StopReason};
pub use player::{Choice, Player, PlayerOptions, SearchReport, SearchTask, Variation, choose};
pub use score::{Score, UNITS, Value};
pub use techniques::SearchTechniques;
