//! New puzzles from games.

use crate::cli::arguments::records_in;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::progress::Progress;
use crate::puzzles::{self, Miner, Puzzle};
use ataxx_core::board::Game;
use ataxx_core::diagnostic::text;
use ataxx_core::notation::GameRecord;
use std::path::PathBuf;

/// The node limit of a question to the solver.
const NODES: u64 = 20_000;

/// The puzzles in games of the AI against itself; after Ctrl-C those found so far.
pub fn self_play(seed: u64, games: u32) -> Vec<Puzzle> {
    let play = |number| puzzles::self_play(seed, number, &INTERRUPT);
    mine(games.into(), (0..games.into()).map(play))
}

/// The puzzles in game records, after Ctrl-C those found so far; and the exit status, because
/// some records may not be readable.
pub fn records(paths: &[PathBuf]) -> Result<(Vec<Puzzle>, Exit), Failure> {
    let mut games = Vec::new();
    let mut exit = Exit::Good;
    for path in paths {
        let read = records_in(path)?;
        if read.exit != Exit::Good {
            exit = read.exit;
        }
        games.extend(read.games.into_iter().map(GameRecord::into_game));
    }
    Ok((mine(games.len() as u64, games.into_iter()), exit))
}

/// The puzzles in games, by kind and difficulty.
fn mine(count: u64, games: impl Iterator<Item = Game>) -> Vec<Puzzle> {
    let progress = Progress::bar(count);
    let mut miner = Miner::new(NODES);
    let mut found = Vec::new();
    for (number, game) in (1..).zip(games) {
        found.extend(miner.mine(&game, &INTERRUPT));
        if INTERRUPT.is_requested() {
            break;
        }
        let remark = format!(", {}", text::counted(found.len(), "puzzle"));
        progress.count(number, &remark);
    }
    found.sort_by_key(|puzzle| (puzzle.kind, puzzle.difficulty));
    found
}
