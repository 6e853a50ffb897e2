//! Proofs of puzzles, checked and written.

use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::puzzles::{Numbered, Proof, certify};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::solver::Budget;
use std::fmt;
use std::path::Path;

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
pub fn run(puzzles: &[Numbered], folder: Option<&Path>) -> Result<Proved, Failure> {
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
