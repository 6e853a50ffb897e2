//! `--move-time` and `--nodes` of an AI that plays.

use super::values;
use std::time::Duration;

/// How much an AI may think about a move.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct PlayerLimits {
    /// Thinking time of the AI for each move, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    pub move_time: Option<Duration>,
    /// Node limit of the AI for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}
