//! `ataxx match`.

mod keys;
mod merge;
mod options;
mod outcome;
mod play;
mod setup;

use super::exit::{Exit, Failure};

/// Play matches and tournaments between programs.
///
/// A player is `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`. Kinds: `ai`, our own player (keys `seed`,
/// `threads`, `without` a technique, `network`, `solver`, `table`, `skill`); `uai:COMMAND`, an
/// engine (`option.NAME=VALUE` sets one of its options); `2008:`, `2016:`, `2022:COMMAND`, a
/// program with that command language; `agent:COMMAND`, an Ataxx Reloaded agent. Every kind takes
/// the limits `nodes`, `depth`, `move-time` and `tc`, every program `folder`, and all but agents
/// `restart=yes`, a fresh process for each game. Values with commas or colons are quoted as in a
/// shell: `option.Rules="2022,jump-limit=40"`.
///
/// Each pair of players plays each opening twice, with colours exchanged. With `--out` the
/// games are kept, and the same command continues an interrupted match.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Subcommand>,
    #[command(flatten)]
    options: options::MatchArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Merge(merge::Args),
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Some(Subcommand::Merge(args)) => merge::run(args),
        None => play::run(&args.options),
    }
}
