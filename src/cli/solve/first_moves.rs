//! The first moves of a position, each solved by itself, on several machines if need be.

use super::options::{self, Args, Limits};
use super::result::{Query, SolveResult};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::progress::Progress;
use crate::cli::result_file::{Target, to_stdout};
use crate::cli::{input, output, verify};
use crate::shard::Shard;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::review::solution_in_words;
use ataxx_core::solver::certificate::{Certificate, Claim, Part, combine};
use ataxx_core::solver::{CertifyError, Plies, Solver};
use serde::Serialize;
use std::path::PathBuf;

/// The JSON of a first move: the result for the position after it.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    answer: &'a SolveResult,
}

/// Solves the first moves of a shard, and writes a part of the certificate.
pub fn run(args: &Args, solver: &mut Solver, shard: Shard) -> Result<Exit, EarlyExit> {
    if args.all_moves {
        let message = "`--shard` solves each first move, so that `--all-moves` says nothing more";
        return Err(Diagnostic::error("usage", message).into());
    }
    let asked = args.asked(*args.game()?.position());
    let (position, rules) = (asked.position, asked.rules);
    if position.outcome(&rules).is_some() {
        let message = "the game is over in this position, so there are no first moves";
        return Err(Diagnostic::error("solve", message).into());
    }
    let target = args.target()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let open = position
        .legal_moves(&rules)
        .filter(|&mv| position.after(mv, &rules).outcome(&rules).is_none());
    let moves = (0..).zip(open).filter(|&(number, _)| shard.takes(number));

    // Positions after one move are often also reached after another.
    solver.keep_table();
    let mut certificates = Vec::new();
    let mut unproved = Vec::new();
    let mut failure = None;
    for (_, mv) in moves {
        if INTERRUPT.is_requested() {
            break;
        }
        let after = Query {
            position: position.after(mv, &rules),
            within: asked.within.map(|Plies(plies)| Plies(plies - 1)),
            ..asked
        };
        let written = asked.notation.write_in(mv, &position);
        match args.first_move(solver, &after, &written, target.as_ref()) {
            Ok(Ok(certificate)) => certificates.push(certificate),
            Ok(Err(reason)) => unproved.push((written, reason)),
            // The certificates so far are written all the same.
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    let part = Part {
        rules,
        position,
        certificates,
    };
    match target {
        Some(Target::File(file)) => file.keep(|mut out| part.write(&mut out))?,
        _ => to_stdout(|out| part.write(out))?,
    }
    if let Some(error) = failure {
        return Err(error);
    }
    check_interrupt()?;
    for (mv, reason) in &unproved {
        let message = format!("there is no certificate for {mv}: {reason}");
        output::report(&Diagnostic::error("certificate", message));
    }
    Ok(Exit::good_if(unproved.is_empty()))
}

impl Args {
    /// Solves the position after a first move, prints the result, and certifies it.
    fn first_move(
        &self,
        solver: &mut Solver,
        after: &Query,
        mv: &str,
        target: Option<&Target>,
    ) -> Result<Result<Certificate, CertifyError>, EarlyExit> {
        let mut limits = Limits::of(self, Progress::counter("positions"));
        let (solution, answer) = options::solve(solver, after, &limits);
        limits.progress = Progress::none();
        let words = || {
            let found = solution_in_words(&solution, after.position.turn());
            let nodes = text::counted(solution.nodes, "position");
            output::rows([(mv, Some(format!("{found} ({nodes})")))])
        };
        let answer = &answer;
        self.print(target, &Line { mv, answer }, words)?;
        limits.progress = Progress::counter("steps");
        Ok(self.certificate(solver, after, &solution, &limits))
    }
}

/// Combines parts to a certificate on standard output, and says what it proves.
pub fn merge(files: &[PathBuf]) -> Result<Exit, EarlyExit> {
    let mut whole: Option<Part> = None;
    for path in files {
        let name = input::name(path);
        let stream = input::open(path).map_err(|error| error.diagnostic(&name))?;
        let progress = Progress::counter("steps");
        let part = Part::read(stream, |tally| verify::show(&progress, tally));
        drop(progress);
        let part = part.map_err(|refused| refused.diagnostic(&name))?;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) if (whole.rules, whole.position) == (part.rules, part.position) => {
                whole.certificates.extend(part.certificates);
            }
            Some(_) => {
                let first = input::name(&files[0]);
                let message = format!("`{name}` is about another position or rules than `{first}`");
                return Err(Diagnostic::error("merge", message).into());
            }
        }
    }
    let whole = whole.expect("the command line has a file");
    let combined = combine(&whole.rules, &whole.position, &whole.certificates)
        .map_err(|error| Diagnostic::error("merge", error.to_string()))?;
    let printed = to_stdout(|out| combined.certificate.write(out));
    let claim = combined.certificate.claim;
    let proved = verify::claim_in_words(claim);
    output::message(&output::rows([("proved", Some(proved))]));
    if combined.unproved.is_empty() || !matches!(claim, Claim::None { .. }) {
        return Exit::Good.after(printed);
    }
    let unproved = combined.unproved.iter();
    let unproved = unproved.map(|&mv| BerkeleyMove::of(mv, &whole.position));
    let unproved: Vec<_> = unproved.collect();
    let message = format!("there is no certificate for {}", text::list(&unproved));
    output::report(&Diagnostic::error("merge", message));
    Exit::Failed.after(printed)
}
