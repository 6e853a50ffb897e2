//! `ataxx solve`.

mod corpus;
mod first_moves;
mod layers;
mod options;
mod result;

pub use first_moves::merge;
pub use options::Args;

use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::result_file::{ResultFile, Target, to_stdout};
use super::{batch, output};
use ataxx_core::board::Position;
use ataxx_core::diagnostic::{Diagnostic, Severity, text};
use ataxx_core::solver::{InvalidTable, Solution, Solver};
use options::Limits;
use result::{Query, SolveResult};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::Path;
use std::time::Instant;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(file) = &args.corpus {
        return corpus::run(args, file);
    }
    if let Some(size) = args.layers {
        return layers::run(args, size);
    }
    let rules = args.position.rules.rules;
    let mut solver = Solver::new(&rules, &args.settings());
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        return batch::run(file, args.batch.shard, |position| {
            let asked = args.asked(position);
            let limits = Limits::of(args, Progress::none());
            let (_, answer) = options::solve(&mut solver, &asked, &limits);
            Ok(answer.in_batch())
        });
    }
    if let Some(shard) = args.batch.shard.shard {
        return first_moves::run(args, &mut solver, shard);
    }
    let asked = args.asked(*args.game()?.position());
    // Before the work, so that an unwritable file is reported at once.
    let target = args.target()?;
    if let Some(table) = &args.table {
        read_table(table, &mut solver, &asked.position)?;
    }
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut limits = Limits::of(args, Progress::none());
    let by_layers = layers::solve(args, &mut solver, &asked, &limits)?;
    limits.progress = Progress::counter("positions");
    let mut saved = Ok(());
    let (solution, answer) = match (&args.table, by_layers) {
        (_, Some(answer)) => answer,
        (Some(table), None) => solve_with(table, &mut solver, &asked, &mut limits, &mut saved),
        (None, None) => options::solve(&mut solver, &asked, &limits),
    };
    limits.nodes = args.nodes;
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
    let ended = certified.and_then(|exit| exit.after(printed));
    saved.map_err(EarlyExit::from).and(ended)
}

/// The number of nodes after which the table is written for the first time. The second time
/// comes after twice as many, and so on.
const FIRST_NODES: u64 = 1 << 26;

/// Reads the table of an earlier search, if the file exists. The solver keeps its table from here
/// on.
fn read_table(path: &Path, solver: &mut Solver, position: &Position) -> Result<(), Diagnostic> {
    ResultFile::at(path)?;
    solver.keep_table();
    let read = match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|there| there.is_file()) => {
            solver.read_table(position, &mut BufReader::new(file))
        }
        Ok(_) => Err(InvalidTable::Format),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    };
    read.map_err(|reason| {
        let name = path.to_string_lossy();
        let message = format!("`{}` cannot be used: {reason}", text::visible(&name));
        let is_too_big = matches!(reason, InvalidTable::TooBig { .. });
        let help = is_too_big.then(|| "a greater `--hash` keeps them all".to_owned());
        Diagnostic::error("table", message).with_help(help)
    })
}

/// Solves in pieces, each with twice the nodes of the one before, and writes the table after
/// each. The answer does not depend on whether that can be written: `saved` is for the last time.
fn solve_with(
    table: &Path,
    solver: &mut Solver,
    asked: &Query,
    limits: &mut Limits,
    saved: &mut Result<(), Diagnostic>,
) -> (Solution, SolveResult) {
    let begun = Instant::now();
    let most = limits.nodes.unwrap_or(u64::MAX);
    let (mut nodes, mut piece) = (0, FIRST_NODES);
    loop {
        let limit = piece.min(most.saturating_sub(nodes));
        limits.nodes = Some(limit);
        let (mut solution, _) = options::solve(solver, asked, limits);
        nodes += solution.nodes;
        let file = ResultFile::at(table);
        *saved = file.and_then(|file| file.keep(|out| solver.write_table(&asked.position, out)));
        if solution.nodes < limit || nodes >= most || !limits.allow_more() {
            solution.nodes = nodes;
            let answer = SolveResult::of(&solution, asked, begun.elapsed());
            return (solution, answer);
        }
        if let Err(error) = saved {
            output::report(&Diagnostic {
                severity: Severity::Warning,
                ..error.clone()
            });
        }
        piece *= 2;
    }
}
