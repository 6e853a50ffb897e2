//! `ataxx solve --corpus`: solves positions of known value and compares.

use super::options::{Args, Limits};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::progress::Progress;
use crate::cli::{input, output};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::solver::{KnownValue, Question, SolvedPosition, Solver, Verdict};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The result of a run over a corpus.
#[derive(Default, Serialize)]
struct Summary {
    /// The positions that were tried.
    positions: u64,
    /// Those with the value and the distance of the corpus.
    solved: u64,
    /// Those whose limits were reached first.
    unsolved: u64,
    disagreements: Vec<Disagreement>,
    nodes: u64,
    seconds: f64,
}

/// A position with another value than in the corpus.
#[derive(Serialize)]
struct Disagreement {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    position: String,
    rules: String,
    expected: String,
    found: String,
}

/// How a verdict compares with the value of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Solved,
    Unsolved,
    Disagrees,
}

/// Solves all positions of a corpus.
pub fn run(args: &Args, path: &Path) -> Result<Exit, EarlyExit> {
    let positions = read(path)?;
    // Only now: one Ctrl-C is to end the wait for the positions.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let progress = Progress::bar(positions.len() as u64);
    let begun = Instant::now();
    let mut summary = Summary::default();
    for (line, entry) in positions {
        let (found, nodes) = solve(args, &entry);
        // The position in progress is not counted: its limits were not reached.
        if INTERRUPT.is_requested() {
            break;
        }
        summary.positions += 1;
        summary.nodes += nodes;
        match compare(entry.value, found) {
            Comparison::Solved => summary.solved += 1,
            Comparison::Unsolved => summary.unsolved += 1,
            Comparison::Disagrees => summary.disagreements.push(Disagreement {
                line,
                position: entry.position.to_string(),
                rules: entry.rules.to_string(),
                expected: in_words(entry.value.into()),
                found: in_words(found),
                id: entry.id,
            }),
        }
        progress.reach(summary.positions);
    }
    drop(progress);
    summary.seconds = text::seconds(begun.elapsed());
    let printed = args.json.print(&summary, || summary.text());
    check_interrupt()?;
    let exit = if !summary.disagreements.is_empty() {
        Exit::Failed
    } else if summary.solved == 0 {
        Exit::NothingSelected
    } else {
        Exit::Good
    };
    exit.after(printed)
}

/// The positions of a file, with their line numbers.
fn read(path: &Path) -> Result<Vec<(usize, SolvedPosition)>, Diagnostic> {
    let mut positions = Vec::new();
    for line in input::lines(path)? {
        let line = line?;
        let entry = SolvedPosition::on_line(&line.text).map_err(|error| {
            let source = input::source_at(&input::name(path), line.number, &line.text);
            Diagnostic::from(error).with_source(source)
        })?;
        positions.extend(entry.map(|entry| (line.number, entry)));
    }
    Ok(positions)
}

/// The verdict and the nodes it took.
fn solve(args: &Args, entry: &SolvedPosition) -> (Verdict, u64) {
    let question = Question {
        within: None,
        all_moves: false,
    };
    let limits = Limits::of(args, Progress::none());
    let go_on = || limits.allow_more();
    let mut solver = Solver::new(&entry.rules, &args.settings());
    let budget = limits.budget(&go_on);
    let solution = solver.answer_in_full(&entry.position, question, &budget, &|| ());
    (solution.verdict, solution.nodes)
}

fn compare(expected: KnownValue, found: Verdict) -> Comparison {
    match (expected, found) {
        (expected, found) if Verdict::from(expected) == found => Comparison::Solved,
        (_, Verdict::Unknown)
        | (KnownValue::Win(_), Verdict::Win(None))
        | (KnownValue::Loss(_), Verdict::Loss(None)) => Comparison::Unsolved,
        _ => Comparison::Disagrees,
    }
}

fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(Some(plies)) => format!("win in {plies}"),
        Verdict::Loss(Some(plies)) => format!("loss in {plies}"),
        Verdict::Win(None) => "win".to_owned(),
        Verdict::Loss(None) => "loss".to_owned(),
        Verdict::Draw => "draw".to_owned(),
        Verdict::None | Verdict::Unknown => "unknown".to_owned(),
    }
}

impl Summary {
    fn text(&self) -> String {
        let disagreement = |one: &Disagreement| {
            let id = one.id.as_deref();
            let id = id.map_or_else(String::new, |id| format!(" ({})", text::visible(id)));
            format!(
                "line {}{id}: expected {}, found {}\n  {} under {}\n",
                one.line, one.expected, one.found, one.position, one.rules
            )
        };
        let disagreements: String = self.disagreements.iter().map(disagreement).collect();
        let different = self.disagreements.len() as u64;
        let rows = output::rows([
            ("positions", Some(text::thousands(self.positions))),
            ("solved", Some(text::thousands(self.solved))),
            ("unsolved", Some(text::thousands(self.unsolved))),
            ("different", Some(text::thousands(different))),
            ("nodes", Some(text::thousands(self.nodes))),
            ("time", Some(format!("{:.3} s", self.seconds))),
        ]);
        disagreements + &rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::solver::Plies;

    #[test]
    fn what_is_not_known_is_no_disagreement() {
        let win = KnownValue::Win(Plies(5));
        let cases = [
            (win, win.into(), Comparison::Solved),
            (win, Verdict::Win(None), Comparison::Unsolved),
            (win, Verdict::Unknown, Comparison::Unsolved),
            (win, Verdict::Win(Some(Plies(3))), Comparison::Disagrees),
            (win, Verdict::Loss(Some(Plies(5))), Comparison::Disagrees),
            (win, Verdict::Loss(None), Comparison::Disagrees),
            (win, Verdict::Draw, Comparison::Disagrees),
            (KnownValue::Draw, Verdict::Draw, Comparison::Solved),
            (KnownValue::Draw, Verdict::Win(None), Comparison::Disagrees),
        ];
        for (expected, found, comparison) in cases {
            assert_eq!(
                compare(expected, found),
                comparison,
                "{expected:?} {found:?}"
            );
        }
    }
}
