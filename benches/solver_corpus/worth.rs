//! What each rule is worth: positions searched and time within seven plies, with
//! one rule less at a time, and with none.

use super::Run;
use super::solvers::Verdict;
use super::stopwatch::alone;
use super::words::{self, row, table, three_digits};
use ataxx_core::solver::{Plies, PruningRule, PruningRules};
use std::time::Duration;

const PLIES: Plies = Plies(7);

/// What all positions together take.
struct Effort {
    verdicts: Vec<Verdict>,
    nodes: u64,
    time: Duration,
}

/// Prints the totals; false when a rule changes a verdict.
pub fn report(run: &Run) -> bool {
    println!("What each rule is worth within {PLIES}");
    let all = effort(run, "nothing", PruningRules::ALL);
    let mut rows = vec![
        row(["without", "nodes", "times as many", "time", "times as long"]),
        line("nothing", &all, &all),
    ];
    let mut agreed = true;
    let without = |rule: PruningRule| (rule.name(), PruningRules::ALL.without(rule));
    let fewer = PruningRule::ALL.map(without);
    for (name, pruning) in fewer.into_iter().chain([("any", PruningRules::NONE)]) {
        let effort = effort(run, name, pruning);
        if effort.verdicts != all.verdicts {
            println!("DIFFERENT VERDICTS: without {name}");
            agreed = false;
        }
        rows.push(line(name, &effort, &all));
    }
    print!("{}", table(&rows));
    agreed
}

fn effort(run: &Run, name: &str, pruning: PruningRules) -> Effort {
    eprintln!("worth: without {name} next");
    let (mut verdicts, mut nodes) = (Vec::new(), Vec::new());
    let time = alone(|| {
        let found = run.entries.iter().map(|entry| {
            let position = &entry.position;
            run.ours.within_by(position, PLIES, pruning)
        });
        (verdicts, nodes) = found.unzip();
    });
    Effort {
        verdicts,
        nodes: nodes.into_iter().sum(),
        time,
    }
}

fn line(name: &str, effort: &Effort, all: &Effort) -> Vec<String> {
    #[expect(clippy::cast_precision_loss)] // three digits are shown
    let times_as_many = effort.nodes as f64 / all.nodes as f64;
    let times_as_long = effort.time.as_secs_f64() / all.time.as_secs_f64();
    row([
        name,
        &effort.nodes.to_string(),
        &three_digits(times_as_many),
        &words::time(effort.time),
        &three_digits(times_as_long),
    ])
}
