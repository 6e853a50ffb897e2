//! `ataxx solve`.

mod layers;
mod options;
mod result;

pub use options::Args;

use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::result_file::{Target, to_stdout};
use super::{batch, output};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::solver::Solver;
use layers::SmallBoards;
use options::Limits;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let rules = args.position.rules.rules;
    let mut solver = Solver::new(&rules, &args.settings());
    let mut boards = SmallBoards::default();
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        return batch::run(file, args.batch.shard, |position| {
            let asked = args.asked(position);
            let limits = Limits::of(args, Progress::none());
            let by_table = boards.solve(args, &mut solver, &asked, &limits)?;
            let (_, answer) =
                by_table.unwrap_or_else(|| options::solve(&mut solver, &asked, &limits));
            Ok(answer.in_batch())
        });
    }
    let asked = args.asked(*args.game()?.position());
    // Before the work, so that an unwritable file is reported at once.
    let target = args.target()?;
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut limits = Limits::of(args, Progress::none());
    let by_layers = boards.solve(args, &mut solver, &asked, &limits)?;
    limits.progress = Progress::counter("positions");
    let (solution, answer) =
        by_layers.unwrap_or_else(|| options::solve(&mut solver, &asked, &limits));
    limits.progress = Progress::none();
    // The files are written even if stdout cannot be.
    let printed = args.print(target.as_ref(), &answer, || answer.text(&solution, &asked));
    let certified = if INTERRUPT.is_requested() {
        Err(EarlyExit::Interrupted)
    } else {
        limits.progress = Progress::counter("steps");
        target.map_or(Ok(Exit::Good), |target| {
            match args.certificate(&mut solver, &asked, &solution, &limits) {
                Ok(certificate) => {
                    match target {
                        Target::Stdout => to_stdout(|out| certificate.write(out))?,
                        Target::File(file) => file.write(|mut out| certificate.write(&mut out))?,
                    }
                    Ok(Exit::Good)
                }
                Err(_) if INTERRUPT.is_requested() => Err(EarlyExit::Interrupted),
                Err(reason) => {
                    let message = format!("there is no certificate: {reason}");
                    output::report(&Diagnostic::error("certificate", message));
                    Ok(Exit::Failed)
                }
            }
        })
    };
    certified.and_then(|exit| exit.after(printed))
}
