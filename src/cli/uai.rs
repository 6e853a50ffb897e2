//! `ataxx uai`.

use super::arguments::{Hash, RulesOption, Threads};
use super::exit::{Exit, Failure};
use super::interrupt::{self, OnInterrupt};
use super::{input, output};
use crate::opponents::uai::engine::{Engine, Options};
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
        .help("Size of the transposition table in MiB, from 1 to 65536")
        .value_parser(clap::value_parser!(u64).range(1..=u64::from(Options::MOST_HASH)))),
    mut_arg("threads", |threads| threads.help("Number of threads; with --seed always one")),
    mut_arg("rules", |rules| rules.default_value("uai")),
)]
pub struct Args {
    #[command(flatten)]
    hash: Hash,
    #[command(flatten)]
    threads: Threads,
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

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    let options = Options {
        hash: u32::try_from(args.hash.mib).unwrap_or(Options::MOST_HASH),
        threads: args.threads.threads,
        move_overhead: Duration::from_millis(args.move_overhead),
        rules: args.rules.rules,
        seed: args.seed,
        ..Options::default()
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
