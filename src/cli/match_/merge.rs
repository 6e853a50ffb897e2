//! `ataxx match merge`.

use super::outcome::{self, report};
use crate::arena::{Merged, merge, write_merged};
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::{self, OnInterrupt};
use crate::cli::output;
use ataxx_core::diagnostic::Diagnostic;
use std::path::PathBuf;

/// Combine the parts of a match that was played with --shard.
///
/// The output is that of a single run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of the parts.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Folder to write the whole match to.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    outcome: outcome::ReportArgs,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    let files = args.outcome.files()?;
    let Merged {
        description,
        games,
        bad,
    } = merge(&args.folders).map_err(Diagnostic::from)?;
    let is_damaged = !bad.is_empty();
    for error in bad {
        output::report(&Diagnostic::from(error));
    }
    if let Some(folder) = &args.out {
        write_merged(folder, &description, &games).map_err(Diagnostic::from)?;
    }
    let planned = description
        .plan()
        .map(|plan| plan.games(&games).games.len());
    let missing = planned.unwrap_or_default().saturating_sub(games.len());
    let is_decided = report(&description, &games, &args.outcome, files)?;
    if missing > 0 && !is_decided {
        output::message(&format!("{missing} games are missing\n"));
        return Ok(Exit::Failed);
    }
    let faultless = !is_damaged && games.values().all(|game| game.random_moves.is_empty());
    Ok(if faultless { Exit::Good } else { Exit::Failed })
}
