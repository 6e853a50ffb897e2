//! What is known of positions after some seconds: within eleven plies, and to the
//! end of the game. Each position is tried once: what takes microseconds would take less
//! with a warm machine.

use super::Run;
use super::bands::{groups, median};
use super::solvers::Verdict;
use super::solvers::ours::Found;
use super::words::{self, NONE, row, table, time_or_none};
use ataxx_benches::Entry;
use ataxx_core::solver::Plies;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const PLIES: Plies = Plies(11);

/// How a position ends, as far as that is known; for a number of plies a draw is
/// what is open.
struct Tried<'a> {
    entry: &'a Entry,
    found: Option<Found>,
    words: String,
    time: Duration,
}

/// Prints how many are settled within eleven plies, by groups.
pub fn report_eleven(run: &Run) {
    let limit = words::time(run.limit);
    println!("Verdicts within {PLIES}, {limit} for each position");
    let results = try_all(run, "eleven", |entry| {
        let verdict = run.ours.within_time(&entry.position, PLIES, run.limit)?;
        let found = match verdict {
            Verdict::Win(_) => Found::Win,
            Verdict::Loss(_) => Found::Loss,
            Verdict::Open => Found::Draw,
        };
        Some((found, words::verdict(verdict)))
    });
    print_table(&groups(&results, |one| one.entry.empty()), "open");
}

/// Prints how many are settled to the end of the game, by the number of empty
/// squares.
pub fn report_exact(run: &Run) {
    let limit = words::time(run.limit);
    println!("Values to the end of the game, {limit} for each position");
    let results = try_all(run, "exact", |entry| {
        let found = run.ours.exact_in_time(&entry.position, run.limit)?;
        let words = match found {
            Found::Win => "win",
            Found::Draw => "draw",
            Found::Loss => "loss",
        };
        Some((found, words.to_owned()))
    });
    let empty: BTreeSet<usize> = results.iter().map(|one| one.entry.empty()).collect();
    let mut groups: Vec<(String, Vec<&Tried>)> = Vec::new();
    for empty in empty {
        let here = results.iter().filter(|one| one.entry.empty() == empty);
        groups.push((empty.to_string(), here.collect()));
    }
    groups.push(("all".to_owned(), results.iter().collect()));
    print_table(&groups, "drawn");
}

fn try_all<'a>(
    run: &'a Run,
    part: &str,
    ask: impl Fn(&Entry) -> Option<(Found, String)>,
) -> Vec<Tried<'a>> {
    let results = run.positions(part).map(|entry| {
        let clock = Instant::now();
        let answer = ask(entry);
        let time = clock.elapsed();
        let (found, words) = answer.unzip();
        Tried {
            entry,
            found,
            words: words.unwrap_or_else(|| "unknown".to_owned()),
            time,
        }
    });
    let results: Vec<Tried> = results.collect();
    if run.each {
        let mut rows = vec![row(["position", "verdict", "time"])];
        rows.extend(
            results
                .iter()
                .map(|one| row([one.entry.id, &one.words, &words::time(one.time)])),
        );
        println!("{}", table(&rows));
    }
    results
}

fn print_table(groups: &[(String, Vec<&Tried>)], draw: &str) {
    let mut rows = vec![row([
        "empty squares",
        "settled",
        "of",
        "won",
        "lost",
        draw,
        "median of settled",
        "max",
        "at",
    ])];
    for (name, here) in groups {
        let settled: Vec<_> = here.iter().filter(|one| one.found.is_some()).collect();
        let count = |found: Found| {
            let found = settled.iter().filter(|one| one.found == Some(found));
            found.count().to_string()
        };
        let slowest = settled.iter().max_by_key(|one| one.time);
        rows.push(row([
            name,
            &settled.len().to_string(),
            &here.len().to_string(),
            &count(Found::Win),
            &count(Found::Loss),
            &count(Found::Draw),
            &time_or_none(median(settled.iter().map(|one| one.time))),
            &time_or_none(slowest.map(|one| one.time)),
            slowest.map_or(NONE, |one| one.entry.id),
        ]));
    }
    print!("{}", table(&rows));
}
