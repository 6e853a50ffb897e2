//! `ataxx bench`.

mod engine;
mod machines;
mod measure;
mod positions;
mod tables;

use super::arguments::{Hash, Json, SearchLimits, Threads, WrapperOption, values};
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::engine::{Limits, SearchTechniques};
use clap::builder::NonEmptyStringValueParser;
use engine::OtherEngine;
use machines::Machine;
use measure::{
    PerftResult, PositionResult, Search, Setup, TechniqueResult, WinSearch, WonResult, mean_depth,
};
use positions::Suite;
use std::io;
use std::time::{Duration, Instant};
use tables::Outcome;

/// Measure the depth, time and nodes of the search, and compare them with known machines.
///
/// Searches built-in positions from all phases of the game under the rules `uai`, without the
/// solver and each with an empty transposition table. In positions with a forced win it then
/// measures when the search finds it, and when the solver does, and at last how fast `perft` is.
///
/// The limits apply to each search; with a limit the known machines are left out. Without any, undecided positions are searched to depth 20, and
/// won positions for at most 1000000 nodes; with --uai, all of them for a second. The last line is
/// the total number of nodes of the undecided positions: with one thread and without a limit of
/// time it changes only if the search or its evaluation does.
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
    /// Also print a row for each depth and each position.
    #[arg(long)]
    details: bool,
    /// Measure this UAI engine, too, a shell command line. It gets the same positions, limits,
    /// `Hash` and `Threads`, and at most a minute for each position.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    uai: Option<String>,
    #[command(flatten)]
    wrapper: WrapperOption,
    #[command(flatten)]
    json: Json,
}

/// The default depth for undecided positions.
const DEPTH: u32 = 20;
/// The default number of nodes for won positions.
const WON_NODES: u64 = 1_000_000;
/// The default time for each position beside another engine.
const TIME_BESIDE: Duration = Duration::from_secs(1);
/// The default number of nodes for comparing techniques: without some of them a depth could
/// take hours.
const TECHNIQUES_NODES: u64 = 200_000;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let start = |command: &String| {
        OtherEngine::start(&args.wrapper.launch(command), args.threads, args.hash)
    };
    let engine = args.uai.as_ref().map(start).transpose()?;
    let mut bench = Bench::new(args);
    let mut outcome = bench.measure(engine)?;
    outcome.seconds = text::seconds(begun.elapsed());
    outcome.complete = !INTERRUPT.is_requested();
    drop(bench);
    let nodes = || format!("nodes {}\n", outcome.nodes);
    args.json.print(&outcome, nodes)?;
    if INTERRUPT.is_requested() {
        output::message("stopped before everything was measured\n");
        return Err(EarlyExit::Interrupted);
    }
    let failure = outcome.engine.as_ref();
    let failure = failure.and_then(|engine| engine.failure.as_ref());
    if let Some(failure) = failure {
        output::report(&Diagnostic::error("engine", failure));
    }
    Ok(Exit::good_if(failure.is_none()))
}

impl Args {
    /// The options for undecided positions.
    fn setup(&self) -> Setup {
        Setup {
            limits: self.limits.limits_or(self.usual_limits()),
            threads: self.threads.threads,
            table_bytes: self.hash.bytes(),
            techniques: self.used().map(|(_, technique)| technique).collect(),
        }
    }

    /// The default limits for undecided positions.
    const fn usual_limits(&self) -> Limits {
        if self.techniques {
            Limits::of_nodes(TECHNIQUES_NODES)
        } else if self.uai.is_some() {
            Limits::of_time(TIME_BESIDE)
        } else {
            Limits::of_depth(DEPTH)
        }
    }

    /// The known machines. With other limits than the default there are none to compare with.
    fn machines(&self) -> Vec<Machine> {
        if self.setup().limits == self.usual_limits() {
            Machine::known()
        } else {
            Vec::new()
        }
    }

    /// The techniques that the search is to use.
    fn used(&self) -> impl Iterator<Item = values::Technique> {
        let all = SearchTechniques::NAMED.into_iter();
        all.filter(|technique| !self.without.contains(technique))
    }

    /// The options for won positions.
    fn setup_of_won(&self) -> Setup {
        let usual = match self.uai {
            Some(_) => Limits::of_time(TIME_BESIDE),
            None => Limits::of_nodes(WON_NODES),
        };
        Setup {
            limits: self.limits.limits_or(usual),
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
        let beside = usize::from(args.uai.is_some());
        let searches =
            suite.undecided.len() * (1 + compared + beside) + suite.won.len() * (2 + beside) + 1;
        Self {
            args,
            suite,
            progress: Progress::bar(searches as u64),
        }
    }

    /// Measures everything, or what can be measured before Ctrl-C.
    fn measure(&mut self, mut other: Option<OtherEngine>) -> Result<Outcome, EarlyExit> {
        let args = self.args;
        let setup = args.setup();
        let mut outcome = Outcome {
            version: env!("CARGO_PKG_VERSION"),
            processor: machines::processor(),
            threads: args.threads.threads.get(),
            hash_mib: args.hash.mib,
            without: args.without.iter().map(|&(name, _)| name).collect(),
            machines: args.machines(),
            ..Outcome::default()
        };
        self.undecided(&setup, &mut outcome.positions)?;
        let searches = outcome.positions.iter().map(|reached| &reached.search);
        outcome.nodes = searches.map(|search| search.nodes).sum();
        if args.details {
            self.print(|| tables::positions(&outcome))?;
        }
        if let Some(other) = &mut other {
            other.undecided(&self.suite, setup.limits, &self.progress);
        }
        let beside = other.as_ref().map(OtherEngine::result);
        if !args.details || beside.is_some() {
            self.print(|| tables::phases(&outcome.positions, beside))?;
        }
        if !INTERRUPT.is_requested() {
            let setup = args.setup_of_won();
            outcome.won = self.won(&setup);
            if let Some(other) = &mut other {
                other.won(&self.suite, setup.limits, &self.progress);
            }
            self.print(|| match &other {
                Some(other) => tables::won_beside(&outcome.won, other.result()),
                None => tables::won(&outcome.won),
            })?;
        }
        if args.techniques && !INTERRUPT.is_requested() {
            outcome.techniques = self.techniques(&setup, &outcome.positions);
            let depths = outcome.positions.iter().map(|reached| reached.search.depth);
            let depth = mean_depth(depths);
            self.print(|| tables::techniques(&outcome.techniques, depth))?;
        }
        if !INTERRUPT.is_requested() {
            outcome.perft = PerftResult::measure(setup.threads)?;
            self.progress.advance(1);
            outcome.engine = other.map(OtherEngine::finish);
            self.print(|| tables::machines(&outcome))?;
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
                if self.args.details {
                    self.print(|| tables::depths(&reached))?;
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn known_machines_are_for_the_limits_that_they_were_measured_with() {
        let machines = |line: &str| {
            let words = ["bench"].into_iter().chain(line.split_whitespace());
            Line::parse_from(words).args.machines().len()
        };
        let all = Machine::known().len();
        assert_eq!(
            ["", "--depth 20", "--threads 2", "--uai x"].map(machines),
            [all; 4]
        );
        assert_eq!(
            ["--depth 19", "--nodes 100", "--time 1"].map(machines),
            [0; 3]
        );
    }
}
