//! `ataxx-train patterns`.

use super::options::{report_stopped, with_threads};
use ataxx_console::exit::{EarlyExit, Exit, check_interrupt};
use ataxx_console::interrupt::INTERRUPT;
use ataxx_console::output;
use ataxx_console::progress::Progress;
use ataxx_console::result_file::ResultFile;
use ataxx_console::{command_line::AllThreads, values};
use ataxx_core::diagnostic::text::thousands;
use ataxx_core::engine::Network;
use ataxx_training::{BestMove, MovePatterns, SelfPlay};
use rayon::prelude::*;
use std::path::PathBuf;

/// Fit the weights of the patterns by which the search orders moves.
///
/// The network of this program plays games against itself and searches positions near those of
/// the games. The weights are fitted to the best moves, tested with those of every twentieth
/// game, and written to FILE. A program that is built with this file in place of
/// core/src/engine/patterns.bin uses them. The same options give the same file, with any number of
/// threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write.
    file: PathBuf,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "3000", value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    games: u32,
    /// Node limit for each search.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    #[command(flatten)]
    threads: AllThreads,
}

/// The message for interrupted work.
const NOTHING: &str = "nothing is written";
/// One in this many games is held out.
const HELD_OUT: u32 = 20;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let file = ResultFile::at(&args.file)?;
    let self_play = SelfPlay {
        evaluation: Network::embedded(),
        seed: args.seed,
        nodes: args.nodes,
    };
    let progress = Progress::stage("games", args.games.into());
    let games = with_threads(args.threads, || {
        let games = (0..args.games).into_par_iter().map(|number| {
            check_interrupt()?;
            let found = self_play.best_moves(number);
            progress.advance(1);
            Ok(found)
        });
        games.collect::<Result<Vec<Vec<BestMove>>, EarlyExit>>()
    });
    drop(progress);
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for (number, found) in (0..).zip(games.inspect_err(|_| report_stopped(NOTHING))?) {
        if u32::is_multiple_of(number, HELD_OUT) {
            held_out.extend(found);
        } else {
            fitted.extend(found);
        }
    }
    let Some(patterns) = MovePatterns::fit(&fitted, args.seed, &INTERRUPT) else {
        report_stopped(NOTHING);
        return Err(EarlyExit::Interrupted);
    };
    file.write(|out| out.write_all(&patterns.to_bytes()))?;
    let found = patterns.predict(&held_out);
    output::data(&format!(
        "{} positions, {} held out: loss {:.4}, the best move is first in {:.1} %, among three in {:.1} %\n",
        thousands(fitted.len() as u64),
        thousands(held_out.len() as u64),
        found.loss,
        100.0 * found.first,
        100.0 * found.among_three,
    ))?;
    Ok(Exit::Good)
}
