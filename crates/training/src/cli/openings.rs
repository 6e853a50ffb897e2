//! `ataxx-train openings`.

use super::options::{report_stopped, with_threads};
use ataxx_console::exit::{EarlyExit, Exit};
use ataxx_console::interrupt::INTERRUPT;
use ataxx_console::output;
use ataxx_console::progress::Progress;
use ataxx_console::result_file::ResultFile;
use ataxx_console::{command_line::AllThreads, values};
use ataxx_core::board::{Game, Position};
use ataxx_core::diagnostic::text::thousands;
use ataxx_core::notation::GameRecord;
use ataxx_training::{OPENING_NODES, OpeningSearch, canonical};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// Make a file of balanced openings.
///
/// Openings of six to eight random plies are searched, and kept if neither side has more than 55 %
/// of the chances of winning. No two are equal up to symmetry. Their game records are written to
/// FILE. A program that is built with it in place of `src/arena/openings.txt`, or with `--blocks` of
/// `src/arena/openings_blocks.txt`, plays its matches from them. The same options give the same
/// file, with any number of threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write.
    file: PathBuf,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value = "2048", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Place one to four sets of blocks at random.
    #[arg(long)]
    blocks: bool,
    /// Node limit for each search.
    #[arg(long, value_name = "N", default_value_t = OPENING_NODES, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    #[command(flatten)]
    threads: AllThreads,
}

/// The number of openings that are searched together.
const BATCH: usize = 256;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let file = ResultFile::at(&args.file)?;
    let search = OpeningSearch {
        seed: args.seed,
        blocks: args.blocks,
        nodes: args.nodes,
    };
    let count = args.count as usize;
    let progress = Progress::stage("openings", args.count.into());
    let (mut found, mut searched) = (Vec::new(), 0);
    let mut seen: HashSet<Position> = HashSet::new();
    let mut candidates = (0..)
        .filter_map(|number| search.candidate(number))
        .filter(|game| seen.insert(canonical(game.position())));
    let made = with_threads(args.threads, || {
        while found.len() < count {
            let batch: Vec<Game> = candidates.by_ref().take(BATCH).collect();
            searched += batch.len();
            let balanced = batch.into_par_iter().map_init(
                || search.player(),
                |player, game| {
                    let position = game.position();
                    search
                        .is_balanced(position, player, &INTERRUPT)
                        .then_some(game)
                },
            );
            let balanced: Vec<Option<Game>> = balanced.collect();
            if INTERRUPT.is_requested() {
                report_stopped("nothing is written");
                return Err(EarlyExit::Interrupted);
            }
            let before = found.len();
            found.extend(balanced.into_iter().flatten());
            progress.advance((found.len() - before) as u64);
        }
        Ok(())
    });
    drop(progress);
    made?;
    found.truncate(count);
    let text: String = found.iter().map(record).collect();
    file.write_text(&text)?;
    let [found, searched] = [count, searched].map(|count| thousands(count as u64));
    output::data(&format!("{found} openings of {searched} searched\n"))?;
    Ok(Exit::Good)
}

/// The record of an opening: its moves in one line, after a line for a start with blocks.
fn record(game: &Game) -> String {
    // No block is placed after a move.
    let record = GameRecord::new(*game.rules(), game).expect("a record");
    let record = record.to_string();
    let lines = record.lines().filter(|line| !line.starts_with("rules: "));
    let (start, turns): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("start: "));
    let start = start.into_iter().map(|line| line.to_owned() + "\n");
    start.collect::<String>() + turns.join(" ").trim_start() + "\n"
}
