//! `ataxx bench`.

mod measure;
mod plot;
mod positions;

use super::arguments::{Hash, Json, SearchLimits, Threads, values};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use super::result_file::ResultFile;
use ataxx_core::diagnostic::text::{self, counted, per_second, thousands};
use ataxx_core::engine::{Limits, SearchTechniques};
use measure::{
    Outcome, PositionResult, Search, Setup, TechniqueResult, WinSearch, WonResult, geometric_mean,
    mean_depth,
};
use positions::Suite;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measure the depth, time and nodes of the search.
///
/// Searches built-in positions from all phases of the game under the rules `uai`, without the
/// solver and each with an empty transposition table. In positions with a forced win it then
/// measures when the search finds it, and when the solver does.
///
/// The limits apply to each search. Without any, undecided positions are searched to depth 20, and
/// won positions for at most 1000000 nodes. The last line is the total number of nodes of the
/// undecided positions: with one thread and without --time it changes only if the search or its
/// evaluation does.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("json", |json| json.help(
        "Print a JSON object"
    )),
)]
pub struct Args {
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    hash: Hash,
    /// Disable one search technique; repeatable.
    #[arg(long, value_name = "TECHNIQUE", value_parser = values::technique())]
    without: Vec<values::Technique>,
    /// Also search the undecided positions without each technique in turn; for 200000 nodes
    /// unless a limit is given.
    #[arg(long)]
    techniques: bool,
    #[command(flatten)]
    json: Json,
    /// Write a chart of depth against nodes and time to an SVG file, with a curve for each
    /// phase.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The default depth for undecided positions.
const DEPTH: u32 = 20;
/// The default number of nodes for won positions.
const WON_NODES: u64 = 1_000_000;
/// The default number of nodes for comparing techniques: without some of them a depth could
/// take hours.
const TECHNIQUES_NODES: u64 = 200_000;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    // Before the work, so that an unwritable file is reported at once.
    let file = args.plot.as_deref().map(ResultFile::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let mut bench = Bench::new(args);
    let mut outcome = bench.measure()?;
    outcome.seconds = text::seconds(begun.elapsed());
    outcome.complete = !INTERRUPT.is_requested();
    drop(bench);
    args.json
        .print(&outcome, || format!("\nnodes {}\n", outcome.nodes))?;
    if INTERRUPT.is_requested() {
        output::message("stopped before everything was measured\n");
        return Err(Failure::Interrupted);
    }
    if let Some(file) = file {
        let picture = plot::draw(&outcome);
        file.write(|out| out.write_all(picture.as_bytes()))?;
    }
    Ok(Exit::Good)
}

impl Args {
    /// The options for undecided positions.
    fn setup(&self) -> Setup {
        let usual = if self.techniques {
            Limits::of_nodes(TECHNIQUES_NODES)
        } else {
            Limits::of_depth(DEPTH)
        };
        Setup {
            limits: self.limits.limits_or(usual),
            threads: self.threads.threads,
            table_bytes: self.hash.bytes(),
            techniques: self.used().map(|(_, technique)| technique).collect(),
        }
    }

    /// The techniques that the search is to use.
    fn used(&self) -> impl Iterator<Item = values::Technique> {
        let all = SearchTechniques::NAMED.into_iter();
        all.filter(|technique| !self.without.contains(technique))
    }

    /// The options for won positions.
    fn setup_of_won(&self) -> Setup {
        Setup {
            limits: self.limits.limits_or(Limits::of_nodes(WON_NODES)),
            ..self.setup()
        }
    }
}

/// A bench in progress.
struct Bench<'a> {
    args: &'a Args,
    suite: Suite,
    progress: Progress,
}

impl<'a> Bench<'a> {
    fn new(args: &'a Args) -> Self {
        let suite = positions::suite();
        let compared = if args.techniques {
            args.used().count()
        } else {
            0
        };
        let searches = suite.undecided.len() * (1 + compared) + 2 * suite.won.len();
        Self {
            args,
            suite,
            progress: Progress::bar(searches as u64),
        }
    }

    /// Measures everything, or what can be measured before Ctrl-C.
    fn measure(&mut self) -> io::Result<Outcome> {
        let args = self.args;
        let setup = args.setup();
        let mut outcome = Outcome {
            version: env!("CARGO_PKG_VERSION"),
            threads: args.threads.threads.get(),
            hash_mib: args.hash.mib,
            without: args.without.iter().map(|&(name, _)| name).collect(),
            positions: Vec::new(),
            won: Vec::new(),
            techniques: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            complete: false,
        };
        self.undecided(&setup, &mut outcome.positions)?;
        outcome.nodes = outcome
            .positions
            .iter()
            .map(|reached| reached.search.nodes)
            .sum();
        self.print(|| summary_table(&outcome))?;
        if !INTERRUPT.is_requested() {
            outcome.won = self.won(&args.setup_of_won());
            self.print(|| won_table(&outcome.won))?;
        }
        if args.techniques && !INTERRUPT.is_requested() {
            outcome.techniques = self.techniques(&setup, &outcome.positions);
            let depths = outcome.positions.iter().map(|reached| reached.search.depth);
            let depth = mean_depth(depths);
            self.print(|| techniques_table(&outcome.techniques, depth))?;
        }
        Ok(outcome)
    }

    /// Measures the undecided positions.
    fn undecided(&self, setup: &Setup, all: &mut Vec<PositionResult>) -> io::Result<()> {
        let mut player = setup.player(false);
        for entry in &self.suite.undecided {
            let search = setup.search(&mut player, &entry.position);
            self.progress.advance(1);
            // What was found when the person had enough counts as far as it goes.
            if !INTERRUPT.is_requested() || !search.depths.is_empty() {
                let reached = PositionResult::of(entry, search);
                self.print(|| depths_table(&reached))?;
                all.push(reached);
            }
            if INTERRUPT.is_requested() {
                break;
            }
        }
        Ok(())
    }

    /// Measures the won positions.
    fn won(&self, setup: &Setup) -> Vec<WonResult> {
        let mut all = Vec::new();
        let mut players = [false, true].map(|solver| setup.player(solver));
        for entry in &self.suite.won {
            let [search, solver] = players.each_mut().map(|player| {
                let search = setup.search(player, &entry.position);
                self.progress.advance(1);
                WinSearch::of(&search)
            });
            if INTERRUPT.is_requested() {
                break;
            }
            all.push(WonResult {
                id: entry.id,
                position: entry.position.to_string(),
                distance: entry.known.0,
                search,
                solver,
            });
        }
        all
    }

    /// Measures the undecided positions without each technique.
    fn techniques(&self, setup: &Setup, all: &[PositionResult]) -> Vec<TechniqueResult> {
        let mut worth = Vec::new();
        for (name, technique) in self.args.used() {
            let without = Setup {
                techniques: setup.techniques - technique,
                ..*setup
            };
            let mut player = without.player(false);
            let mut rest: Vec<Search> = Vec::new();
            for entry in &self.suite.undecided {
                rest.push(without.search(&mut player, &entry.position));
                self.progress.advance(1);
                if INTERRUPT.is_requested() {
                    return worth;
                }
            }
            worth.push(TechniqueResult::of(name, all, &rest));
        }
        worth
    }

    /// Prints a text where no JSON is wanted.
    fn print(&self, text: impl FnOnce() -> String) -> io::Result<()> {
        if self.args.json.wanted {
            return Ok(());
        }
        self.progress.aside(|| output::data(&text()))
    }
}

/// The measurements as tables of at most 80 columns: that of a position, with a row for each depth.
fn depths_table(reached: &PositionResult) -> String {
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
fn summary_table(outcome: &Outcome) -> String {
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
fn won_table(all: &[WonResult]) -> String {
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
            nodes_or_more(solver),
            milliseconds(solver.seconds)
        );
    }
    text
}

/// The nodes, marked with `>` if no win was found.
fn nodes_or_more(solved: &WinSearch) -> String {
    let unless = if solved.win.is_some() { "" } else { ">" };
    format!("{unless}{}", thousands(solved.nodes))
}

/// The table of the techniques.
fn techniques_table(all: &[TechniqueResult], depth: f64) -> String {
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
