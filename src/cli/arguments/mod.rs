//! Groups of options that several subcommands share, and the parsers of their values.
//!
//! A subcommand takes a group with `#[command(flatten)]`. Where its option has a narrower
//! range, another default or a help text of its own, `#[command(mut_arg(…))]` sets them.

mod groups;
mod position;
mod recorded;

pub use ataxx_console::values;
pub use groups::{
    DisplayArgs, Hash, Json, Notation, OnIllegal, OtherRules, PlayerLimits, RulesOption,
    SearchLimits, ShardOption, SubjectArgs, Threads, WrapperOption,
};
pub use position::{PositionArgs, play_moves};
pub use recorded::{GamesOfFile, INSTEAD_OF_GAME, ReadGames, RecordedGame, records_in};
