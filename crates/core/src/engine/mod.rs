//! The computer player: it chooses moves within limits on time, nodes or depth.
//!
//! A [`Player`] takes a [`SearchTask`] (a position, its rules and [`Limits`]) and returns a
//! [`Choice`] or a [`SearchReport`]. It runs the exact solver first, then an iterative
//! deepening principal variation search. [`choose`] needs no player:
//!
//! ```
//! use ataxx_core::Cancellation;
//! use ataxx_core::board::{Position, Rules};
//! use ataxx_core::engine::{Limits, Score, SearchTask, choose};
//! use std::num::NonZeroUsize;
//!
//! let position: Position = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1".parse()?;
//! let task = SearchTask {
//!     position: &position,
//!     rules: &Rules::UAI,
//!     limits: Limits::of_nodes(10_000),
//!     seed: None,
//!     threads: NonZeroUsize::MIN,
//! };
//! let choice = choose(&task, Cancellation::never()).expect("the game goes on");
//! assert_eq!(choice.score, Score::Win(3));
//! assert_eq!(choice.mv.to_string(), "a5c7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count_limits;
mod evaluation;
mod level;
mod limits;
mod opening;
mod order;
pub(crate) mod patterns;
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
pub use player::{
    Choice, MAX_THREADS, Player, PlayerOptions, SearchReport, SearchTask, Variation, choose,
    choose_at,
};
pub use score::{Evaluation, Material, Score, UNITS, Value};
pub use techniques::SearchTechniques;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;
