//! The solver over the whole corpus, as a report:
//!
//! ```text
//! cargo bench --bench solver_corpus -- [--part PART]... [--every K] [--each]
//! ```
//!
//! Parts `seven` and `solved` compare it with the solver of `board-game` 0.8.2 and check that
//! both find the same; the other parts have no peer. Elapsed time is measured, so
//! the machine should have nothing else to do. Each question is put to a fresh
//! solver, and what it takes to set that up counts.

#[path = "../solvers/mod.rs"]
mod solvers;

mod bands;
mod limited;
mod nine;
mod seven;
mod solved;
mod stopwatch;
mod words;
mod worth;

use ataxx_benches::Entry;
use ataxx_core::solver::Plies;
use clap::{Parser, ValueEnum};
use solvers::Ours;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

/// Measures the solver over the corpus.
#[derive(Parser)]
#[command(name = "solver_corpus")]
struct Args {
    /// What to measure: everything unless told otherwise; can be given repeatedly
    #[arg(long, value_name = "PART")]
    part: Vec<Part>,
    /// Take only every so many positions
    #[arg(long, value_name = "K", default_value = "1")]
    every: NonZeroUsize,
    /// Take only the position of this name; can be given repeatedly
    #[arg(long, value_name = "NAME")]
    id: Vec<String>,
    /// For how many seconds to try a position in the parts `eleven` and `exact`
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    limit: f64,
    /// How many threads our solver has; the peer always has one
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Print a line for each position, too
    #[arg(long)]
    each: bool,
    /// What cargo tells each bench.
    #[arg(long, hide = true)]
    bench: bool,
}

fn seconds(word: &str) -> Result<f64, String> {
    match word.parse() {
        Ok(seconds) if Duration::try_from_secs_f64(seconds).is_ok() => Ok(seconds),
        _ => Err("not a number of seconds".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Wins and losses within 7 plies, ours and the peer's
    Seven,
    /// Proved wins and losses of `docs/corpus/solved.epd` within 7 plies, ours and the peer's
    Solved,
    /// Wins and losses within 9 plies
    Nine,
    /// Wins and losses within 11 plies, as far as the time limit lets
    Eleven,
    /// What positions are worth to the end of the game, as far as the time limit lets
    Exact,
    /// Wins and losses within 7 plies, with one rule less at a time
    Worth,
}

/// What all parts are told.
struct Run {
    entries: Vec<Entry>,
    /// The corpus of proved values.
    solved: Vec<(Entry, Plies)>,
    ours: Ours,
    limit: Duration,
    each: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let wanted = |entry: &Entry| args.id.is_empty() || args.id.iter().any(|id| id == entry.id);
    let entries = ataxx_benches::entries().into_iter().filter(wanted);
    let won_or_lost = |solved: ataxx_benches::Solved| match solved.verdict {
        Verdict::Win(Some(plies)) | Verdict::Loss(Some(plies)) if solved.rules == Rules::UAI => {
            Some((solved.entry, plies))
        }
        _ => None,
    };
    let solved = ataxx_benches::solved()
        .into_iter()
        .filter_map(won_or_lost)
        .filter(|(entry, _)| wanted(entry));
    let run = Run {
        entries: entries.step_by(args.every.get()).collect(),
        solved: solved.step_by(args.every.get()).collect(),
        ours: Ours {
            threads: args.threads,
        },
        limit: Duration::from_secs_f64(args.limit),
        each: args.each,
    };
    if run.entries.is_empty() && run.solved.is_empty() {
        eprintln!("no position has that name");
        return ExitCode::from(2);
    }
    let parts = match args.part.as_slice() {
        [] => Part::value_variants(),
        parts => parts,
    };
    let (count, threads) = (run.entries.len(), args.threads);
    println!("{count} positions, rules uai; threads of ours: {threads}");
    let mut agreed = true;
    for part in parts {
        println!();
        match part {
            Part::Seven => agreed &= seven::report(&run),
            Part::Solved => agreed &= solved::report(&run),
            Part::Nine => nine::report(&run),
            Part::Eleven => limited::report_eleven(&run),
            Part::Exact => limited::report_exact(&run),
            Part::Worth => agreed &= worth::report(&run),
        }
    }
    if agreed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

impl Run {
    /// All positions, with a line on stderr now and then that says how far it is.
    fn positions(&self, part: &str) -> impl Iterator<Item = &Entry> {
        let all = self.entries.len();
        self.entries.iter().enumerate().map(move |(index, entry)| {
            if index % 20 == 0 {
                eprintln!("{part}: {index} of {all} done, {} next", entry.id);
            }
            entry
        })
    }
}
