//! `ataxx match` and `ataxx match merge`.

mod decide;
mod options;
mod play;
mod setup;

use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, OnInterrupt};
use super::output;
use ataxx_arena::{merge, write_merged};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
pub use decide::decide;
use options::ReportArgs;
use play::report;
use std::path::PathBuf;

/// Play matches and tournaments between programs.
///
/// A player is `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`. Kinds: `ai`, our own player (keys `seed`,
/// `threads`, `without` a technique, `network`, `solver`, `table`, `skill`); `uai:COMMAND`, an
/// engine (`option.NAME=VALUE` sets one of its options); `2008:`, `2016:`, `2022:COMMAND`, a
/// program with that command language; `agent:COMMAND`, an Ataxx Reloaded agent.
/// Every kind takes the limits `nodes`, `depth`, `move-time` and `tc`, every program `folder`, and
/// all but agents `restart=yes`, a fresh process for each game. Values with commas or colons are
/// quoted as in a shell: `option.Rules="2022,jump-limit=40"`.
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
    Merge(MergeArgs),
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    match &args.command {
        Some(Subcommand::Merge(args)) => run_merge(args),
        None => play::run(&args.options),
    }
}

/// Combine the parts of a match that was played with --shard.
///
/// The output is that of a single run.
#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Folders of the parts.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Folder to write the whole match to.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    outcome: ReportArgs,
}

fn run_merge(args: &MergeArgs) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let files = args.outcome.files()?;
    let merged = merge(&args.folders).map_err(Diagnostic::from)?;
    let (description, games) = (&merged.description, &merged.games);
    let is_damaged = !merged.bad.is_empty();
    for error in merged.bad {
        output::report(&Diagnostic::from(error));
    }
    if let Some(folder) = &args.out {
        write_merged(folder, description, games).map_err(Diagnostic::from)?;
    }
    let planned = description.plan();
    let planned = planned.map_or(0, |plan| plan.games().len());
    let missing = planned.saturating_sub(games.len());
    // Such a test ends with holes, and not in the order of the numbers.
    let is_split_test = merged.is_split && description.sprt.is_some();
    let (is_decided, printed) = report(description, games, &args.outcome, files, is_split_test)?;
    if missing > 0 && !is_decided && !is_split_test {
        let verb = if missing == 1 { "is" } else { "are" };
        let games = counted(missing, "game");
        output::message(&format!("{games} {verb} missing\n"));
        return Exit::Failed.after(printed);
    }
    let faultless = !is_damaged && games.values().all(|game| game.lost_moves.is_empty());
    Exit::good_if(faultless).after(printed)
}
