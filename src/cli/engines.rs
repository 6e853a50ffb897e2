//! Our engine for other programs, on standard input and output: `ataxx uai` and `ataxx agent`.

use super::arguments::{Hash, PlayerLimits, RulesOption, Threads, values};
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::tables::TablesOption;
use super::{input, output};
use ataxx_opponents::reloaded::{Agent, AgentName, AgentReply, AgentThinking, NotServed};
use ataxx_opponents::uai::engine::{Engine, EngineOptions};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Run a UAI engine (Universal Ataxx Interface) on standard input and output.
///
/// The options are defaults, which `setoption` changes. The end of the input counts as `quit` after
/// a search with limits.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("hash", |hash| hash
        .help("Size of the transposition table in MiB, from 1 to 65536 [default: 64]")
        .value_parser(clap::value_parser!(u64).range(1..=u64::from(EngineOptions::MAX_HASH)))),
    mut_arg("threads", |threads| threads.help("Number of threads; with --seed always one")),
    mut_arg("rules", |rules| rules.default_value("uai")),
)]
pub struct UaiArgs {
    #[command(flatten)]
    hash: Hash,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub tables: TablesOption,
    /// Time reserved for communication with each move, in milliseconds.
    #[arg(
        long,
        value_name = "MILLISECONDS",
        default_value = "10",
        value_parser = clap::value_parser!(u64).range(..=5000),
    )]
    move_overhead: u64,
    #[command(flatten)]
    rules: RulesOption,
    /// Seed of the engine: the same commands get the same answers, unless a clock decides.
    #[arg(long, value_name = "N")]
    seed: Option<i64>,
    /// Evaluation network to use, a file of `ataxx-train`.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

pub fn uai(args: &UaiArgs) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let options = EngineOptions {
        hash: u32::try_from(args.hash.mib()).unwrap_or(EngineOptions::MAX_HASH),
        threads: args.threads.threads,
        move_overhead: Duration::from_millis(args.move_overhead),
        rules: args.rules.rules,
        seed: args.seed,
        ..EngineOptions::default()
    };
    let (mut engine, line_sender) = Engine::new(options);
    if let Some(file) = &args.network {
        engine = engine.with_network(input::network(file)?);
    }
    // It may wait for a line when the program ends.
    thread::spawn(move || line_sender.read(io::stdin().lock()));
    engine.run(&mut output::data)?;
    Ok(Exit::Good)
}

/// Run an Ataxx Reloaded agent on standard input and output.
///
/// Each request, `identify` or `move` with a position, is answered with one line as soon as it is
/// complete. A malformed request ends the agent with an error.
#[derive(Debug, clap::Args)]
pub struct AgentArgs {
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    pub tables: TablesOption,
    /// Answer to `identify` [default: ataxx and its version].
    #[arg(long, value_name = "NAME")]
    name: Option<AgentName>,
}

/// How the AI thinks about a move.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("move_time", |time| {
    time.value_parser(values::seconds(MAX_SECONDS))
        .conflicts_with("seed")
        .help(
            "Thinking time for each move, in seconds; more than 3.5 are not used \
             [default: 1, or no limit with --nodes]",
        )
}))]
struct ThinkingArgs {
    #[command(flatten)]
    limits: PlayerLimits,
    /// Seed of the AI: the same request gets the same answer on any machine; the limit is then
    /// 300000 nodes, or --nodes, instead of the time.
    #[arg(long, value_name = "N", value_parser = values::seed)]
    seed: Option<u64>,
}

/// What the document allows for a move.
const MAX_SECONDS: u32 = 5;

pub fn agent(args: &AgentArgs) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let agent = Agent {
        name: args.name.clone().unwrap_or_else(AgentName::ours),
        thinking: AgentThinking {
            time: args.thinking.limits.move_time,
            nodes: args.thinking.limits.nodes,
            seed: args.thinking.seed,
        },
    };
    let served = agent.serve(
        io::stdin().lock(),
        &INTERRUPT,
        &mut |AgentReply { line, warning }| {
            if let Some(warning) = warning {
                output::message(&format!("warning: {warning}\n"));
            }
            output::data(&format!("{line}\n"))
        },
    );
    match served {
        Ok(()) => Ok(Exit::Good),
        Err(NotServed::Malformed(diagnostic)) => Err(EarlyExit::Refused(diagnostic)),
        Err(NotServed::Unreadable(error)) => {
            Err(input::refused(error).diagnostic("<stdin>").into())
        }
        Err(NotServed::Unwritable(error)) => Err(error.into()),
    }
}
