//! `ataxx train`.

mod contestant;
mod entry;
mod folder;
mod generations;
mod options;
mod settings;
mod versus;

use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::{self, OnInterrupt};
use crate::cli::output;
use ataxx_toolkit::diagnostic::Diagnostic;
use std::num::NonZeroUsize;

/// Teach the player what positions are worth, by its own games.
///
/// A generation is four steps: the network of the one before plays games against itself,
/// a new network is fitted to what it thought in the games of the last generations and
/// how they ended, it is written to DIR/generation-N.network, and plays a match against
/// the old one. What came of it is logged in DIR/log.jsonl.
///
/// With the same options the files come out the same, whatever the number of threads.
/// After an interruption the same command goes on where it was.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    versus: Option<Subcommand>,
    #[command(flatten)]
    generations: options::Options,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Match(versus::Args),
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    match &args.versus {
        Some(Subcommand::Match(args)) => versus::run(args),
        None => generations::run(&args.generations),
    }
}

/// Does something with so many threads, or as many as the machine has.
fn with_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    action: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| {
            let message = format!("the threads cannot be started: {error}");
            Diagnostic::error("threads", message)
        })?
        .install(action)
}

/// A table for searches of so many nodes: as much as they can fill, and no more than
/// half of what a player in a session has.
fn table_bytes(nodes: Option<u64>) -> usize {
    const MOST: usize = 32 << 20;
    let bytes = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(256).max(1 << 18));
    usize::try_from(bytes).unwrap_or(MOST).min(MOST)
}

/// Says what is left of an interrupted work.
fn say_stopped(kept: &str) {
    output::message(&format!("stopped: {kept}\n"));
}
