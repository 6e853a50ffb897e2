//! Groups of options that several subcommands share, and the parsers of their values.
//!
//! A subcommand takes a group with `#[command(flatten)]`. Where its option has a narrower
//! range, another default or a help text of its own, `#[command(mut_arg(…))]` says so.

mod fault;
mod groups;
mod position;
mod recorded;
pub mod values;

pub use fault::{FaultChoice, FaultName};
pub use groups::AllThreads;
pub use groups::{
    Hash, Json, Notation, OnIllegal, PlayerLimits, RulesOption, SearchLimits, ShardOption, Threads,
};
pub use position::{PositionArgs, source};
pub use recorded::{GamesOfFile, INSTEAD_OF_GAME, ReadGames, RecordedGame, records_in};
