//! The corpus of proved values, ours and the peer's: how long each takes to find the proved win
//! or loss.

use super::Run;
use super::seven::{Compared, compare, print_each, print_groups};
use super::solvers::{Peer, Verdict};
use super::words;
use ataxx_core::solver::Plies;

/// The greatest distance that is compared, as in part `seven`.
const MOST: Plies = Plies(7);

/// Prints the comparison; false when a solver does not find what is proved.
pub fn report(run: &Run) -> bool {
    println!("Proved wins and losses within {MOST}, ours and those of board-game 0.8.2");
    let (mut results, mut differ) = (Vec::new(), Vec::new());
    for (entry, plies) in &run.solved {
        if *plies > MOST || !Peer::has_the_same_rules(&entry.position, *plies) {
            continue;
        }
        match compare(run, entry, *plies) {
            Ok(result) if distance(result.verdict) == Some(*plies) => results.push(result),
            Ok(result) => {
                let found = words::verdict(result.verdict);
                differ.push(format!("{}: {found}, proved {plies}", entry.id));
            }
            Err(message) => differ.push(format!("{}: {message}", entry.id)),
        }
    }
    if run.each {
        print_each(&results);
    }
    let at = |plies: u16| {
        let here = |result: &&Compared| distance(result.verdict) == Some(Plies(plies));
        results.iter().filter(here).collect::<Vec<_>>()
    };
    let mut groups: Vec<_> = (1..=MOST.0)
        .map(|plies| (plies.to_string(), at(plies)))
        .filter(|(_, here)| !here.is_empty())
        .collect();
    groups.push(("all".to_owned(), results.iter().collect()));
    print_groups("distance", &groups);
    for line in &differ {
        println!("NOT AS PROVED: {line}");
    }
    differ.is_empty()
}

fn distance(verdict: Verdict) -> Option<Plies> {
    match verdict {
        Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
        Verdict::Open => None,
    }
}
