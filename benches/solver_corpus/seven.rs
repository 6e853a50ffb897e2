//! Wins and losses within seven plies, ours and the peer's.

use super::Run;
use super::bands::{geometric_mean, groups, median};
use super::solvers::{Peer, Verdict};
use super::stopwatch::in_turn;
use super::words::{self, NONE, row, table, three_digits, time_or_none};
use ataxx_benches::Entry;
use ataxx_core::solver::Plies;
use std::hint::black_box;
use std::time::Duration;

const PLIES: Plies = Plies(7);

/// The times of both solvers on a position.
pub struct Compared<'a> {
    entry: &'a Entry,
    pub verdict: Verdict,
    ours: Duration,
    peer: Duration,
}

impl Compared<'_> {
    /// How many times as long the peer takes.
    fn ratio(&self) -> f64 {
        self.peer.as_secs_f64() / self.ours.as_secs_f64()
    }
}

/// Prints the comparison; false when the two solvers differ on some position.
pub fn report(run: &Run) -> bool {
    println!("Verdicts within {PLIES}, ours and those of board-game 0.8.2");
    let (mut results, mut other_rules, mut differ) = (Vec::new(), Vec::new(), Vec::new());
    for entry in run.positions("seven") {
        if !Peer::has_the_same_rules(&entry.position, PLIES) {
            other_rules.push(entry.id);
            continue;
        }
        match compare(run, entry, PLIES) {
            Ok(result) => results.push(result),
            Err(message) => differ.push(format!("{}: {message}", entry.id)),
        }
    }
    if run.each {
        print_each(&results);
    }
    print_groups(
        "empty squares",
        &groups(&results, |result| result.entry.empty()),
    );
    let by_ratio = |a: &&Compared, b: &&Compared| a.ratio().total_cmp(&b.ratio());
    if let Some(worst) = results.iter().min_by(by_ratio) {
        let ratio = three_digits(worst.ratio());
        println!("smallest ratio: {ratio} ({})", worst.entry.id);
    }
    if !other_rules.is_empty() {
        let ids = other_rules.join(", ");
        println!("not compared, as the count may reach the peer's limit: {ids}");
    }
    for line in &differ {
        println!("DIFFERENT VERDICTS: {line}");
    }
    differ.is_empty()
}

/// Times both solvers within so many plies; a message when they differ.
pub fn compare<'a>(run: &Run, entry: &'a Entry, plies: Plies) -> Result<Compared<'a>, String> {
    let position = &entry.position;
    let peer = Peer::new(position);
    let verdict = run.ours.within(position, plies);
    let expected = peer.deepened(plies);
    if verdict != expected {
        let [verdict, expected] = [verdict, expected].map(words::verdict);
        return Err(format!("{verdict} for us, {expected} for the peer"));
    }
    let (ours, peer) = in_turn(
        || {
            black_box(run.ours.within(black_box(position), plies));
        },
        || {
            black_box(black_box(&peer).confirm(verdict, plies));
        },
    );
    Ok(Compared {
        entry,
        verdict,
        ours,
        peer,
    })
}

/// Prints a line for each position.
pub fn print_each(results: &[Compared]) {
    let mut rows = vec![row(["position", "verdict", "ours", "peer", "ratio"])];
    rows.extend(results.iter().map(|result| {
        row([
            result.entry.id,
            &words::verdict(result.verdict),
            &words::time(result.ours),
            &words::time(result.peer),
            &three_digits(result.ratio()),
        ])
    }));
    println!("{}", table(&rows));
}

/// Prints a line for each group.
pub fn print_groups(what: &str, groups: &[(String, Vec<&Compared>)]) {
    let mut rows = vec![row([
        what,
        "positions",
        "won",
        "lost",
        "open",
        "ours, median",
        "max",
        "peer, median",
        "max",
        "ratio, geometric mean",
        "smallest",
        "slower",
    ])];
    for (name, here) in groups {
        let count = |wanted: &dyn Fn(&Compared) -> bool| {
            here.iter().filter(|one| wanted(one)).count().to_string()
        };
        let ratios = || here.iter().map(|one| one.ratio());
        let ratio = |ratio: Option<f64>| ratio.map_or(NONE.to_owned(), three_digits);
        rows.push(row([
            name,
            &here.len().to_string(),
            &count(&|one| matches!(one.verdict, Verdict::Win(_))),
            &count(&|one| matches!(one.verdict, Verdict::Loss(_))),
            &count(&|one| one.verdict == Verdict::Open),
            &time_or_none(median(here.iter().map(|one| one.ours))),
            &time_or_none(here.iter().map(|one| one.ours).max()),
            &time_or_none(median(here.iter().map(|one| one.peer))),
            &time_or_none(here.iter().map(|one| one.peer).max()),
            &ratio(geometric_mean(ratios())),
            &ratio(ratios().min_by(f64::total_cmp)),
            &count(&|one| one.ratio() < 1.0),
        ]));
    }
    print!("{}", table(&rows));
}
