//! `--shard`.

use ataxx_toolkit::shard::Shard;

/// One of several parts of the work.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct ShardOption {
    /// Do only one part of the work: `2/5` is the second of five.
    #[arg(long, value_name = "PART/PARTS")]
    pub shard: Option<Shard>,
}
