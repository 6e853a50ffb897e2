//! `ataxx match`.

mod merge;
mod openings;
mod options;
mod outcome;
mod play;
mod setup;
mod telling;
mod test;

use super::exit::Exit;
use super::failure::Failure;

/// Play matches and tournaments between programs.
///
/// A player is `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`. Kinds: `ai`, our own player (`nodes`,
/// `depth`, `move-time`, `tc`, `seed`, `threads`, `without` a technique, `network`,
/// `solver`, `table`); `uai:COMMAND`, an engine (`option.NAME=VALUE` sets an option of
/// it); `2008:`, `2016:`, `2022:COMMAND`, a program with that command language;
/// `agent:COMMAND`, an agent of Ataxx Reloaded. The limits above and `folder` go with any
/// of them.
///
/// Each opening is played twice by two players, once with each colour. With `--out` the
/// games are kept, and the same command goes on with a match that was broken off.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Subcommand>,
    #[command(flatten)]
    options: options::Options,
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
