//! `--time`, `--depth` and `--nodes` of a search.

use super::values;
use ataxx_toolkit::engine::Limits;
use std::time::Duration;

/// The limits of a search of one position.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct SearchLimits {
    /// Time limit for each position, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    pub time: Option<Duration>,
    /// Depth limit in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Node limit for each position (approximate).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl SearchLimits {
    /// The limits that were given.
    pub const fn limits(self) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// The limits that were given, or these where none was.
    pub fn limits_or(self, usual: Limits) -> Limits {
        match self.limits() {
            none if none == Limits::default() => usual,
            given => given,
        }
    }
}
