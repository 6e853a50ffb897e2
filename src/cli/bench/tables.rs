//! All measurements, as they are written as JSON, and as tables of at most 80 columns.

use super::engine::{self, EngineResult};
use super::machines::Machine;
use super::measure::{
    PerftResult, PositionResult, Search, TechniqueResult, WinSearch, WonResult, geometric_mean,
    mean_depth,
};
use super::positions::{self, seconds_of_all};
use ataxx_core::diagnostic::text::{counted, per_second, shortened, thousands};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// All measurements.
#[derive(Default, Serialize)]
pub struct Outcome {
    pub version: &'static str,
    /// The processor's name, where the system has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    pub threads: usize,
    pub hash_mib: u64,
    pub without: Vec<&'static str>,
    pub positions: Vec<PositionResult>,
    pub won: Vec<WonResult>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perft: Option<PerftResult>,
    /// The same figures of known machines; none with other limits than the default.
    pub machines: Vec<Machine>,
    /// The other engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineResult>,
    /// The nodes of all `positions`: the same on every machine without a time limit and with
    /// one thread.
    pub nodes: u64,
    pub seconds: f64,
    /// Whether all measurements were finished.
    pub complete: bool,
}

impl Outcome {
    /// This machine.
    pub fn machine(&self) -> Machine {
        let threads = match self.threads {
            1 => String::new(),
            threads => format!(", {threads} threads"),
        };
        let processor = self
            .processor
            .as_deref()
            .unwrap_or("a processor without a name");
        let searches = self.positions.iter().map(|reached| &reached.search);
        let time: Duration = searches.map(|search| search.time).sum();
        let solved = self.won.iter().map(|won| &won.solver);
        let found = solved.map(|search| search.win.map(|_| search.seconds));
        Machine {
            name: format!("this: {processor}{threads}").into(),
            nodes_per_second: Some(per_second(self.nodes, time)),
            won_seconds: seconds_of_all(found, positions::suite().won.len()),
            leaves_per_second: self.perft.map(|perft| perft.nodes_per_second),
        }
    }
}

/// A position, with a row for each depth.
pub fn depths(reached: &PositionResult) -> String {
    let PositionResult {
        id,
        phase,
        position,
        empty,
        blocks,
        search,
    } = reached;
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
pub fn positions(outcome: &Outcome) -> String {
    let mut text = format!(
        "{:<11}{:<13}{:>6}{:>9}{:>15}{:>12}{:>8}\n",
        "position", "phase", "depth", "deepest", "nodes", "nodes/s", "factor"
    );
    let mut row = |name: &str, phase: &str, cells: [String; 5]| {
        let [depth, deepest, nodes, rate, factor] = cells;
        let _ = writeln!(
            text,
            "{name:<11}{phase:<13}{depth:>6}{deepest:>9}{nodes:>15}{rate:>12}{factor:>8}"
        );
    };
    for reached in &outcome.positions {
        let search = &reached.search;
        let cells = [
            search.depth.to_string(),
            search.deepest.to_string(),
            thousands(search.nodes),
            thousands(search.nodes_per_second),
            two_places(search.branching_factor),
        ];
        row(reached.id, reached.phase, cells);
    }
    let searches = outcome.positions.iter().map(|reached| &reached.search);
    row("all", "", of_all(&searches.collect::<Vec<_>>()));
    text
}

/// The cells of some searches together: mean depths, nodes, their rate and the mean factor.
fn of_all(searches: &[&Search]) -> [String; 5] {
    let mean = |of: fn(&Search) -> u32| {
        let mean = mean_depth(searches.iter().map(|search| of(search)));
        format!("{mean:.2}")
    };
    let nodes = searches.iter().map(|search| search.nodes).sum();
    let time = searches.iter().map(|search| search.time).sum();
    let factors = searches.iter().filter_map(|search| search.branching_factor);
    [
        mean(|search| search.depth),
        mean(|search| search.deepest),
        thousands(nodes),
        thousands(per_second(nodes, time)),
        two_places(geometric_mean(factors)),
    ]
}

/// A line for each phase and one for all positions, with those of the other engine beside them.
pub fn phases(all: &[PositionResult], engine: Option<&EngineResult>) -> String {
    let mut text = String::new();
    if let Some(engine) = engine {
        let _ = writeln!(text, "{:<46}{}", "", engine.title());
    }
    let mut row = |name: &str, cells: [String; 5], theirs: Option<[String; 2]>| {
        let [depth, deepest, nodes, rate, factor] = cells;
        let _ = match theirs {
            None => writeln!(
                text,
                "{name:<13}{depth:>7}{deepest:>9}{nodes:>15}{rate:>13}{factor:>8}"
            ),
            Some([their_depth, their_rate]) => writeln!(
                text,
                "{name:<13}{depth:>7}{deepest:>9}{rate:>13}{their_depth:>11}{their_rate:>13}"
            ),
        };
    };
    let headings = ["depth", "deepest", "nodes", "nodes/s", "factor"].map(str::to_owned);
    let their_headings = ["depth", "nodes/s"].map(str::to_owned);
    row("phase", headings, engine.map(|_| their_headings));
    let mut phases: Vec<_> = all.iter().map(|reached| Some(reached.phase)).collect();
    phases.dedup();
    phases.push(None);
    for phase in phases {
        let of_phase = || {
            all.iter()
                .enumerate()
                .filter(move |(_, reached)| phase.is_none_or(|phase| reached.phase == phase))
        };
        let searches: Vec<&Search> = of_phase().map(|(_, reached)| &reached.search).collect();
        if searches.is_empty() {
            continue;
        }
        let theirs = engine.map(|engine| {
            // If it has not searched all of them, they have no mean.
            let of_phase: Option<Vec<_>> =
                of_phase().map(|(at, _)| engine.positions.get(at)).collect();
            let of_phase = of_phase.unwrap_or_default();
            [engine::mean_depth(&of_phase), engine::rate(&of_phase)]
        });
        row(phase.unwrap_or("all"), of_all(&searches), theirs);
    }
    text
}

/// The won positions.
pub fn won(all: &[WonResult]) -> String {
    let mut text = format!(
        "\n{:<11}{:>5}{:>8}{:>6}{:>13}{:>11}{:>13}{:>11}\n",
        "position", "plies", "seen", "depth", "nodes", "ms", "solver nodes", "ms"
    );
    for won in all {
        let (search, solver) = (&won.search, &won.solver);
        let _ = writeln!(
            text,
            "{:<11}{:>5}{:>8}{:>6}{:>13}{:>11}{:>13}{:>11}",
            won.id,
            won.distance,
            or_hyphen(search.win),
            search.depth,
            thousands(search.nodes),
            milliseconds(search.seconds),
            unless_won(solver, thousands(solver.nodes)),
            milliseconds(solver.seconds)
        );
    }
    text
}

/// The won positions, with those of the other engine beside them.
pub fn won_beside(all: &[WonResult], engine: &EngineResult) -> String {
    let mut text = format!(
        "\n{:<16}{:>17}{:>12}  {}\n{:<11}{:>5}{:>7}{:>10}{:>12}{:>8}{:>11}\n",
        "",
        "search",
        "solver",
        engine.title(),
        "position",
        "plies",
        "seen",
        "ms",
        "ms",
        "seen",
        "ms"
    );
    for (at, ours) in all.iter().enumerate() {
        let theirs = engine.won.get(at);
        let found = theirs.filter(|theirs| theirs.win.is_some());
        let _ = writeln!(
            text,
            "{:<11}{:>5}{:>7}{:>10}{:>12}{:>8}{:>11}",
            ours.id,
            ours.distance,
            or_hyphen(ours.search.win),
            or_hyphen(ours.search.win.map(|_| milliseconds(ours.search.seconds))),
            unless_won(&ours.solver, milliseconds(ours.solver.seconds)),
            or_hyphen(found.and_then(|theirs| theirs.win)),
            or_hyphen(found.map(|theirs| milliseconds(theirs.seconds))),
        );
    }
    text
}

/// The cost of a search, marked with `>` if no win was found.
fn unless_won(search: &WinSearch, cost: String) -> String {
    match search.win {
        Some(_) => cost,
        None => format!(">{cost}"),
    }
}

/// The techniques.
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
    or_hyphen(number.map(|number| format!("{number:.2}")))
}

fn or_hyphen<T: ToString>(known: Option<T>) -> String {
    known.map_or_else(|| "-".to_owned(), |known| known.to_string())
}

/// This machine beside the known ones, and the other engine on it.
pub fn machines(outcome: &Outcome) -> String {
    let mut text = format!(
        "\n{:<39}{:>13}{:>13}{:>15}\n",
        "machine", "nodes/s", "ten wins, ms", "M leaves/s"
    );
    let mut row = |machine: &Machine| {
        let _ = writeln!(
            text,
            "{:<39}{:>13}{:>13}{:>15}",
            shortened(&machine.name, 36),
            or_hyphen(machine.nodes_per_second.map(thousands)),
            or_hyphen(machine.won_seconds.map(milliseconds)),
            or_hyphen(
                machine
                    .leaves_per_second
                    .map(|rate| thousands(rate / 1_000_000))
            ),
        );
    };
    row(&outcome.machine());
    if let Some(engine) = &outcome.engine {
        row(&engine.machine());
    }
    outcome.machines.iter().for_each(row);
    text
}
