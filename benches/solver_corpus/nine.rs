//! Wins and losses within nine plies, ours alone.

use super::Run;
use super::bands::{groups, median};
use super::solvers::Verdict;
use super::stopwatch::alone;
use super::words::{self, NONE, row, table, time_or_none};
use ataxx_benches::Entry;
use ataxx_core::solver::Plies;
use std::hint::black_box;
use std::time::Duration;

const PLIES: Plies = Plies(9);

struct Solved<'a> {
    entry: &'a Entry,
    verdict: Verdict,
    time: Duration,
}

/// Prints how long they take.
pub fn report(run: &Run) {
    println!("Verdicts within {PLIES}");
    let results: Vec<Solved> = run
        .positions("nine")
        .map(|entry| solve(run, entry))
        .collect();
    if run.each {
        print_each(&results);
    }
    let mut rows = vec![row([
        "empty squares",
        "positions",
        "won",
        "lost",
        "open",
        "median",
        "max",
        "of",
    ])];
    for (name, here) in groups(&results, |result| result.entry.empty()) {
        let count = |wanted: fn(Verdict) -> bool| {
            let wanted = here.iter().filter(|one| wanted(one.verdict));
            wanted.count().to_string()
        };
        let slowest = here.iter().max_by_key(|one| one.time);
        rows.push(row([
            &name,
            &here.len().to_string(),
            &count(|verdict| matches!(verdict, Verdict::Win(_))),
            &count(|verdict| matches!(verdict, Verdict::Loss(_))),
            &count(|verdict| verdict == Verdict::Open),
            &time_or_none(median(here.iter().map(|one| one.time))),
            &time_or_none(slowest.map(|one| one.time)),
            slowest.map_or(NONE, |one| one.entry.id),
        ]));
    }
    print!("{}", table(&rows));
}

fn solve<'a>(run: &Run, entry: &'a Entry) -> Solved<'a> {
    let mut verdict = Verdict::Open;
    let time = alone(|| verdict = run.ours.within(black_box(&entry.position), PLIES));
    Solved {
        entry,
        verdict,
        time,
    }
}

fn print_each(results: &[Solved]) {
    let mut rows = vec![row(["position", "verdict", "time"])];
    rows.extend(results.iter().map(|result| {
        row([
            result.entry.id,
            &words::verdict(result.verdict),
            &words::time(result.time),
        ])
    }));
    println!("{}", table(&rows));
}
