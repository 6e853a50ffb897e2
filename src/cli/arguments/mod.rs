//! Groups of options that several subcommands share, and the parsers of their values.
//!
//! A subcommand takes a group with `#[command(flatten)]`. Where its option has a narrower
//! range, another default or a help text of its own, `#[command(mut_arg(…))]` says so.

mod hash;
mod json;
mod notation;
mod player;
mod position;
mod recorded;
mod rules;
mod search;
mod shard;
mod threads;
pub mod values;

pub use hash::Hash;
pub use json::Json;
pub use notation::Notation;
pub use player::PlayerLimits;
pub use position::{PositionArgs, source};
pub use recorded::RecordedGame;
pub use rules::RulesOption;
pub use search::SearchLimits;
pub use shard::ShardOption;
#[cfg(feature = "train")]
pub use threads::AllThreads;
pub use threads::Threads;
