//! The measurements as tables of at most 80 columns.

use super::measure::geometric_mean;
use super::measure::{Outcome, PositionResult, TechniqueResult, WinSearch, WonResult, mean_depth};
use ataxx_core::diagnostic::text::{counted, per_second, thousands};
use std::fmt::Write;
use std::time::Duration;

/// The table of a position, with a row for each depth.
pub fn depths(reached: &PositionResult) -> String {
    let PositionResult {
        id,
        phase,
        position,
        empty,
        blocks,
        search,
    } = reached;
    let phase = phase.name();
    let blocks = match blocks {
        0 => "no blocks".to_owned(),
        &blocks => counted(blocks, "block"),
    };
    let mut text = format!("{id}: {phase}, {empty} empty squares, {blocks}\n{position}\n");
    text += "  depth  deepest           nodes            ms\n";
    for row in &search.depths {
        let nodes = thousands(row.nodes);
        let _ = writeln!(
            text,
            "{:>7}{:>9}{nodes:>16}{:>14}",
            row.depth,
            row.deepest,
            milliseconds(row.seconds)
        );
    }
    text.push('\n');
    text
}

/// A line for each position, and one for all of them.
pub fn summary(outcome: &Outcome) -> String {
    let mut text = format!(
        "{:<11}{:<13}{:>6}{:>9}{:>15}{:>12}{:>8}\n",
        "position", "phase", "depth", "deepest", "nodes", "nodes/s", "factor"
    );
    let mut row = |name: &str, phase: &str, depth: &str, deepest: &str, nodes, rate, factor| {
        let [nodes, rate] = [nodes, rate].map(thousands);
        let _ = writeln!(
            text,
            "{name:<11}{phase:<13}{depth:>6}{deepest:>9}{nodes:>15}{rate:>12}{:>8}",
            two_places(factor)
        );
    };
    let all = &outcome.positions;
    for reached in all {
        let search = &reached.search;
        row(
            reached.id,
            reached.phase.name(),
            &search.depth.to_string(),
            &search.deepest.to_string(),
            search.nodes,
            search.nodes_per_second,
            search.branching_factor,
        );
    }
    let time: Duration = all.iter().map(|reached| reached.search.time).sum();
    let [depth, deepest] = [
        mean_depth(all.iter().map(|reached| reached.search.depth)),
        mean_depth(all.iter().map(|reached| reached.search.deepest)),
    ]
    .map(|mean| format!("{mean:.2}"));
    let factors = all
        .iter()
        .filter_map(|reached| reached.search.branching_factor);
    row(
        "all",
        "",
        &depth,
        &deepest,
        outcome.nodes,
        per_second(outcome.nodes, time),
        geometric_mean(factors),
    );
    text
}

/// The table of the won positions.
pub fn won(all: &[WonResult]) -> String {
    let mut text = format!(
        "\n{:<18}{:<34}{}\n{:<11}{:>5}{:>8}{:>6}{:>13}{:>11}{:>13}{:>11}\n",
        "",
        "    the search alone",
        "        the solver first",
        "position",
        "plies",
        "seen",
        "depth",
        "nodes",
        "ms",
        "nodes",
        "ms"
    );
    for WonResult {
        id,
        distance,
        search,
        solver,
        ..
    } in all
    {
        let _ = writeln!(
            text,
            "{id:<11}{distance:>5}{:>8}{:>6}{:>13}{:>11}{:>13}{:>11}",
            search
                .win
                .map_or_else(|| "-".to_owned(), |win| win.to_string()),
            search.depth,
            thousands(search.nodes),
            milliseconds(search.seconds),
            mark(solver),
            milliseconds(solver.seconds)
        );
    }
    text
}

/// The nodes, marked with `>` if no win was found.
fn mark(solved: &WinSearch) -> String {
    let unless = if solved.win.is_some() { "" } else { ">" };
    format!("{unless}{}", thousands(solved.nodes))
}

/// The table of the techniques.
pub fn techniques(all: &[TechniqueResult], depth: f64) -> String {
    let mut text = format!(
        "\n{:<24}{:>7}{:>7}{:>14}{:>14}\n{:<24}{depth:>7.2}\n",
        "without", "depth", "gain", "times nodes", "times time", "(nothing)"
    );
    for worth in all {
        let _ = writeln!(
            text,
            "{:<24}{:>7.2}{:>+7.2}{:>14.2}{:>14.2}",
            worth.without, worth.depth, worth.gain, worth.nodes_ratio, worth.seconds_ratio
        );
    }
    text
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

fn two_places(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
}
