//! Proofs of puzzles, checked and written.

use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::result_file::{ResultFile, make_folder};
use ataxx_toolkit::diagnostic::{Diagnostic, text};
use ataxx_toolkit::puzzles::{Numbered, Proof, certify};
use ataxx_toolkit::solver::Budget;
use std::path::Path;

/// Proves the puzzles, and writes their certificates if there is a folder for them.
pub fn run(puzzles: &[Numbered], folder: Option<&Path>) -> Result<Exit, Failure> {
    let progress = Progress::bar(puzzles.len() as u64);
    let budget = Budget {
        nodes: None,
        may_continue: &|| !INTERRUPT.is_requested(),
    };
    let (mut certificates, mut unproved) = (0, 0);
    for (number, puzzle) in puzzles {
        match certify(puzzle, &budget) {
            Ok(proofs) => {
                certificates += proofs.len();
                if let Some(folder) = folder {
                    write(&folder.join(format!("{number:03}")), &proofs)?;
                }
            }
            Err(_) if INTERRUPT.is_requested() => return Err(Failure::Interrupted),
            Err(reason) => {
                unproved += 1;
                let message = format!("puzzle {number} is not proved: {reason}");
                progress.aside(|| output::report(&Diagnostic::error("puzzle", message)));
            }
        }
        progress.advance(1);
    }
    drop(progress);
    let proved = text::counted(puzzles.len() - unproved, "puzzle");
    let verified = text::counted(certificates, "certificate");
    output::data(&format!("{proved} proved, with {verified}\n"))?;
    Ok(if unproved == 0 {
        Exit::Good
    } else {
        Exit::Failed
    })
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
