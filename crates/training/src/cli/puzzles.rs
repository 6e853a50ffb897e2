//! `ataxx-train puzzles`.

use super::options::report_stopped;
use ataxx_console::exit::{EarlyExit, Exit};
use ataxx_console::interrupt::INTERRUPT;
use ataxx_console::output;
use ataxx_console::progress::Progress;
use ataxx_console::result_file::ResultFile;
use ataxx_console::values;
use ataxx_core::diagnostic::text::{counted, thousands};
use ataxx_core::puzzles::{Puzzle, some_of_each, write};
use ataxx_training::{PuzzleMiner, puzzle_game};
use std::path::PathBuf;

/// Make a set of puzzles with one right move.
///
/// The positions of games of the AI against itself are examined, and those with a puzzle that the
/// solver proves are written to FILE, by kind and difficulty. `ataxx puzzles --set FILE` lists and
/// plays them; a program that is built with it in place of `src/puzzles/puzzles.txt` has them. The
/// same options give the same file.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write.
    file: PathBuf,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "6000", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// Only the first N of each kind and difficulty.
    #[arg(long = "of-each", value_name = "N", default_value = "34")]
    each: usize,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let file = ResultFile::at(&args.file)?;
    let progress = Progress::stage("games", args.games.into());
    let mut miner = PuzzleMiner::default();
    let mut found: Vec<Puzzle> = Vec::new();
    for number in 0..args.games.into() {
        let game = puzzle_game(args.seed, number, &INTERRUPT);
        found.extend(miner.mine(&game, &INTERRUPT));
        if INTERRUPT.is_requested() {
            drop(progress);
            report_stopped("nothing is written");
            return Err(EarlyExit::Interrupted);
        }
        progress.advance(1);
    }
    drop(progress);
    found.sort_by_key(|puzzle| (puzzle.kind, puzzle.difficulty));
    let kept = some_of_each((1..).zip(found).collect(), args.each);
    let kept: Vec<Puzzle> = kept.into_iter().map(|(_, puzzle)| puzzle).collect();
    file.write_text(&write(&kept))?;
    let games = thousands(args.games.into());
    output::data(&format!(
        "{} in {games} games\n",
        counted(kept.len(), "puzzle")
    ))?;
    Ok(Exit::Good)
}
