//! The computer player: it chooses moves within limits on time, nodes or depth.
//!
//! A [`Player`] takes a [`SearchTask`] (a position, its rules and [`Limits`]) and returns a
//! [`Choice`] or a [`SearchReport`]. It runs the exact solver first, then an iterative
//! deepening principal variation search.

mod budget;
mod evaluation;
mod level;
mod limits;
mod memory;
mod opening;
mod order;
mod patterns;
mod player;
mod root;
mod score;
mod search;
mod table;
mod techniques;

pub use budget::MoveBudget;
pub use evaluation::{
    ActiveFeatures, Evaluation, FEATURES, HIDDEN, InvalidNetwork, Material, Network, PHASES,
    PIECE_FEATURES, PIECE_STATES, UNITS, Value, WINDOWS, features, phase,
};
pub use level::{InvalidLevel, Level};
pub use limits::{Limits, StopReason, game_table_bytes};
pub use opening::{RandomOpening, opening, positions, random_move, shuffle, wander};
pub use patterns::{AROUND, PATTERN_UNITS, PATTERNS, PatternTable, Surroundings};
pub use player::{
    Choice, MAX_THREADS, Player, PlayerOptions, SearchReport, SearchTask, Variation, choose,
    choose_at,
};
pub use score::Score;
pub use techniques::SearchTechniques;
