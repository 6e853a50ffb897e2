//! `ataxx uai`.

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, OnInterrupt};
use super::{output, values};
use ataxx_toolkit::board::Rules;
use ataxx_toolkit::opponents::uai::engine::{Engine, Options};
use std::io;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

/// Be an engine of the Universal Ataxx Interface, on standard input and output.
///
/// The options here are what holds until `setoption` says otherwise. The end of the input
/// is taken for `quit` once a search that ends by itself is done.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How much memory the table of positions takes, in MiB.
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(Options::MOST_HASH)),
    )]
    hash: u32,
    /// How many threads think, where there is no seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,
    /// How much time may be lost with each move between the two programs, in milliseconds.
    #[arg(
        long,
        value_name = "MILLISECONDS",
        default_value = "20",
        value_parser = clap::value_parser!(u64).range(..=5000),
    )]
    move_overhead: u64,
    /// The rules to play by.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "uai",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    rules: Rules,
    /// Do the same again whenever it is told the same, as long as no clock is to be kept.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
}

/// A parser for a number of threads that an engine can use.
fn threads() -> impl clap::builder::TypedValueParser<Value = NonZeroUsize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u16)
        .range(1..=128)
        .try_map(|number| NonZeroUsize::try_from(usize::from(number)))
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    let options = Options {
        hash: args.hash,
        threads: args.threads,
        move_overhead: Duration::from_millis(args.move_overhead),
        rules: args.rules,
        seed: args.seed,
        ..Options::default()
    };
    let (engine, inlet) = Engine::new(options);
    // It may wait for a line when the program ends.
    thread::spawn(move || inlet.read(io::stdin().lock()));
    engine.run(&mut output::data)?;
    Ok(Exit::Good)
}
