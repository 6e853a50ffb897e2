//! New puzzles from games, and the proofs of puzzles, checked and written.

use crate::cli::arguments::records_in;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::puzzles::{self, Miner, Numbered, Proof, Puzzle, certify};
use ataxx_core::board::Game;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::notation::GameRecord;
use ataxx_core::solver::Budget;
use std::fmt;
use std::path::{Path, PathBuf};

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

/// Which of some puzzles are proved; those before Ctrl-C.
pub struct Proved {
    /// For each puzzle whether it is.
    pub puzzles: Vec<bool>,
    certificates: usize,
}

impl Proved {
    pub fn exit(&self) -> Exit {
        if self.puzzles.iter().all(|&proved| proved) {
            Exit::Good
        } else {
            Exit::Failed
        }
    }
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proved = self.puzzles.iter().filter(|&&proved| proved).count();
        let proved = text::counted(proved, "puzzle");
        let verified = text::counted(self.certificates, "certificate");
        write!(f, "{proved} proved, with {verified}")
    }
}

/// Proves the puzzles, and writes their certificates if there is a folder for them.
pub fn prove(puzzles: &[Numbered], folder: Option<&Path>) -> Result<Proved, Failure> {
    let progress = Progress::bar(puzzles.len() as u64);
    let budget = Budget {
        nodes: None,
        may_continue: &|| !INTERRUPT.is_requested(),
    };
    let mut proved = Proved {
        puzzles: Vec::new(),
        certificates: 0,
    };
    for (number, puzzle) in puzzles {
        let proofs = certify(puzzle, &budget);
        if proofs.is_err() && INTERRUPT.is_requested() {
            break;
        }
        proved.puzzles.push(proofs.is_ok());
        match proofs {
            Ok(proofs) => {
                proved.certificates += proofs.len();
                if let Some(folder) = folder {
                    write(&folder.join(format!("{number:03}")), &proofs)?;
                }
            }
            Err(reason) => {
                let message = format!("puzzle {number} is not proved: {reason}");
                progress.aside(|| output::report(&Diagnostic::error("puzzle", message)));
            }
        }
        progress.advance(1);
    }
    Ok(proved)
}

/// Writes the certificates of a puzzle.
fn write(folder: &Path, proofs: &[Proof]) -> Result<(), Diagnostic> {
    make_folder(folder)?;
    for proof in proofs {
        let path = folder.join(format!("{}.certificate", proof.name));
        ResultFile::at(&path)?.write_text(&proof.certificate)?;
    }
    Ok(())
}
