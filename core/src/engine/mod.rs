//! The computer player: it chooses moves within limits on time, nodes or depth.
//!
//! A [`Player`] takes a [`SearchTask`] (a position, its rules and [`Limits`]) and returns a
//! [`Choice`] or a [`SearchReport`]. It runs the exact solver first, then an iterative
//! deepening principal variation search.

mod count_limits;
mod evaluation;
mod level;
mod limits;
mod opening;
mod order;
mod patterns;
mod player;
mod root;
mod score;
mod search;
mod table;
mod techniques;

pub use evaluation::{
    ActiveFeatures, FEATURES, HIDDEN, InvalidNetwork, Network, PHASES, PIECE_FEATURES,
    PIECE_STATES, WINDOWS, features, phase,
};
pub use level::{InvalidLevel, Level};
pub use limits::{Limits, MoveBudget, StopReason, game_table_bytes};
pub use opening::{RandomOpening, opening, positions, random_move, random_walk, shuffle};
pub use patterns::{AROUND, PATTERN_UNITS, PATTERNS, PatternTable, Surroundings};
pub use player::{
    Choice, MAX_THREADS, Player, PlayerOptions, SearchReport, SearchTask, Variation, choose,
    choose_at,
};
pub use score::{Evaluation, Material, Score, UNITS, Value};
pub use techniques::SearchTechniques;
