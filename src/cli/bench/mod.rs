//! `ataxx bench`.

mod engine;
mod measure;
mod positions;
mod tables;

use super::arguments::{Hash, Json, SearchLimits, Threads, WrapperOption};
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::engine::Limits;
use clap::builder::NonEmptyStringValueParser;
use engine::{EngineResult, OtherEngine};
use measure::{PositionResult, Setup, WonResult};
use positions::Suite;
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// Measure the depth, nodes and time of the search.
///
/// Searches built-in positions from all phases of the game under the rules `uai`, without the
/// solver and each with an empty transposition table. In positions with a forced win it then
/// measures when the search finds it, and when the solver does.
///
/// The limits apply to each search. Without any, undecided positions are searched to depth 20, and
/// won positions for at most 1000000 nodes; with --uai, all of them for a second. The last line,
/// `N nodes N nps`, is the total of the undecided positions, with --uai that of the other engine.
/// With one thread and without a limit of time the nodes change only if the search or its
/// evaluation does; clients of `OpenBench` read this line.
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

/// All measurements.
#[derive(Default, Serialize)]
struct Outcome {
    version: &'static str,
    threads: usize,
    hash_mib: u64,
    positions: Vec<PositionResult>,
    won: Vec<WonResult>,
    /// The other engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<EngineResult>,
    /// The nodes of all `positions`: the same on every machine without a time limit and with
    /// one thread.
    nodes: u64,
    /// Of all `positions`.
    nodes_per_second: u64,
    seconds: f64,
    /// Whether all measurements were finished.
    complete: bool,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let start = |command: &String| {
        OtherEngine::start(&args.wrapper.launch(command), args.threads, args.hash)
    };
    let engine = args.uai.as_ref().map(start).transpose()?;
    let bench = Bench::new(args);
    let mut outcome = bench.measure(engine)?;
    outcome.seconds = text::seconds(begun.elapsed());
    outcome.complete = !INTERRUPT.is_requested();
    drop(bench);
    let total = || {
        let ours = (outcome.nodes, outcome.nodes_per_second);
        let theirs = outcome.engine.as_ref();
        let theirs = theirs.map(|engine| (engine.nodes, engine.nodes_per_second));
        let (nodes, rate) = theirs.unwrap_or(ours);
        format!("{nodes} nodes {rate} nps\n")
    };
    args.json.print(&outcome, total)?;
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
    /// The options for searches with these limits, if no others are given.
    fn setup(&self, usual: Limits) -> Setup {
        let usual = match self.uai {
            Some(_) => Limits::of_time(TIME_BESIDE),
            None => usual,
        };
        Setup {
            limits: self.limits.limits_or(usual),
            threads: self.threads.threads,
            table_bytes: self.hash.bytes(),
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
        let beside = usize::from(args.uai.is_some());
        let searches = suite.undecided.len() * (1 + beside) + suite.won.len() * (2 + beside);
        Self {
            args,
            suite,
            progress: Progress::bar(searches as u64),
        }
    }

    /// Measures everything, or what can be measured before Ctrl-C.
    fn measure(&self, mut other: Option<OtherEngine>) -> Result<Outcome, EarlyExit> {
        let args = self.args;
        let setup = args.setup(Limits::of_depth(DEPTH));
        let positions = self.undecided(&setup);
        let searches = positions.iter().map(|reached| &reached.search);
        let nodes = searches.clone().map(|search| search.nodes).sum();
        let time = searches.map(|search| search.time).sum();
        let mut outcome = Outcome {
            version: env!("CARGO_PKG_VERSION"),
            threads: args.threads.threads.get(),
            hash_mib: args.hash.mib(),
            nodes_per_second: text::per_second(nodes, time),
            nodes,
            positions,
            ..Outcome::default()
        };
        if let Some(other) = &mut other {
            other.undecided(&self.suite, setup.limits, &self.progress);
        }
        let beside = other.as_ref().map(OtherEngine::result);
        self.print(|| tables::phases(&outcome.positions, beside))?;
        if !INTERRUPT.is_requested() {
            let setup = args.setup(Limits::of_nodes(WON_NODES));
            outcome.won = self.won(&setup);
            if let Some(other) = &mut other {
                other.won(&self.suite, setup.limits, &self.progress);
            }
            let beside = other.as_ref().map(OtherEngine::result);
            self.print(|| tables::won(&outcome.won, beside))?;
        }
        outcome.engine = other.map(OtherEngine::finish);
        Ok(outcome)
    }

    /// Measures the undecided positions.
    fn undecided(&self, setup: &Setup) -> Vec<PositionResult> {
        let mut all = Vec::new();
        let mut player = setup.player(false);
        for entry in &self.suite.undecided {
            let search = setup.search(&mut player, &entry.position);
            self.progress.advance(1);
            // A search that was cut short counts as far as it goes.
            if !INTERRUPT.is_requested() || search.depth > 0 {
                all.push(PositionResult::of(entry, search));
            }
            if INTERRUPT.is_requested() {
                break;
            }
        }
        all
    }

    /// Measures the won positions.
    fn won(&self, setup: &Setup) -> Vec<WonResult> {
        let mut all = Vec::new();
        let mut players = [false, true].map(|solver| setup.player(solver));
        for entry in &self.suite.won {
            let [search, solver] = players.each_mut().map(|player| {
                let search = setup.search(player, &entry.position);
                self.progress.advance(1);
                search.until_win()
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

    /// Prints a text where no JSON is wanted.
    fn print(&self, text: impl FnOnce() -> String) -> io::Result<()> {
        if self.args.json.wanted {
            return Ok(());
        }
        self.progress.aside(|| output::data(&text()))
    }
}
