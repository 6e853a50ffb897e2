//! The command `ataxx-train`: training, fitting the order of moves, and finding openings and
//! puzzles.

mod folder;
mod generations;
mod openings;
mod options;
mod patterns;
mod puzzles;

use ataxx_console::command_line::ColorArgs;
use ataxx_console::exit::{EarlyExit, Exit};
use ataxx_console::interrupt::{self, OnInterrupt};
use ataxx_console::{command_line, output};
use clap::{CommandFactory, FromArgMatches};
use std::process::ExitCode;

/// Train the evaluation network from self-play.
///
/// Each generation plays games against itself with the previous network, fits this network
/// further to the scores and results of the games of the last generations, writes it to
/// DIR/generation-N.network, and plays a match between the new and the old network. The
/// results are logged in DIR/log.jsonl.
///
/// The same options give the same games and networks, with any number of threads, as long as the
/// matches accept the same networks; with `--match 0` always. After an interruption, the same
/// command resumes the training.
#[derive(Debug, clap::Parser)]
#[command(
    name = "ataxx-train",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  ataxx-train networks
      train three generations
  ataxx-train networks --games 2000 --generations 1
      make a short trial run"
)]
struct Args {
    #[command(subcommand)]
    subcommand: Option<Subcommand>,
    #[command(flatten)]
    generations: options::TrainArgs,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Openings(openings::Args),
    Patterns(patterns::Args),
    Puzzles(puzzles::Args),
}

fn main() -> ExitCode {
    let command = command_line::with_numbers(Args::command());
    let exit = match command
        .try_get_matches()
        .and_then(|matches| Args::from_arg_matches(&matches))
    {
        Ok(args) => {
            output::choose_colors(args.color.color);
            command_line::finish(run(&args))
        }
        Err(error) => command_line::show(&command_line::in_plain_words(error)),
    };
    exit.into()
}

fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::survive_file_size_limit();
    interrupt::settle(OnInterrupt::FinishThenLeave);
    match &args.subcommand {
        Some(Subcommand::Openings(args)) => openings::run(args),
        Some(Subcommand::Patterns(args)) => patterns::run(args),
        Some(Subcommand::Puzzles(args)) => puzzles::run(args),
        None => generations::run(&args.generations),
    }
}
