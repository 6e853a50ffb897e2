//! The command line: one file a subcommand.

mod agent;
mod analyze;
mod arguments;
mod batch;
mod bench;
mod completions;
mod conform;
mod convert;
mod display;
mod exit;
mod explore;
mod fmt;
mod input;
mod interrupt;
mod man;
mod margin;
mod match_;
mod merge;
mod moves;
mod output;
mod perft;
mod plain;
mod plot;
mod progress;
mod puzzles;
mod reloaded;
mod report;
mod result_file;
mod schema;
mod session;
mod solve;
mod terminal;
mod test;
#[cfg(feature = "train")]
mod train;
mod uai;
mod verify;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::{Exit, Failure};
use std::ffi::OsString;

/// Test and analyse Ataxx programs and positions.
///
/// Without a subcommand: a text session. Commands are typed at a prompt, or read
/// from files or a pipe; `help` in the session lists them.
#[derive(Debug, Parser)]
#[command(name = "ataxx", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: session::Args,
    /// When to use colours.
    // Without an order it would stand elsewhere in every help with each new subcommand.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 900
    )]
    color: output::When,
}

#[derive(Debug, Subcommand)]
enum Command {
    Test(Box<test::Args>),
    Explore(explore::Args),
    Fmt(fmt::Args),
    Schema(schema::Args),
    Perft(Box<perft::Args>),
    Convert(Box<convert::Args>),
    Solve(Box<solve::Args>),
    Analyze(Box<analyze::Args>),
    Verify(verify::Args),
    Puzzles(Box<puzzles::Args>),
    Bench(bench::Args),
    Conform(Box<conform::Args>),
    #[cfg(feature = "train")]
    Train(Box<train::Args>),
    Agent(agent::Args),
    Match(Box<match_::Args>),
    Uai(uai::Args),
    Reloaded(Box<reloaded::Args>),
    Merge(merge::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command line.
pub fn main() -> Exit {
    let cli = match parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                output::message(&text);
                return Exit::Usage;
            }
            // Help and version are asked for, and no error.
            let _ = output::data(&text);
            return Exit::Good;
        }
    };
    output::choose_colors(cli.color);
    match cli.command {
        None => session::run(&cli.session),
        Some(Command::Test(args)) => finish(test::run(&args)),
        Some(Command::Explore(args)) => finish(explore::run(&args)),
        Some(Command::Fmt(args)) => finish(fmt::run(&args)),
        Some(Command::Schema(args)) => finish(schema::run(&args)),
        Some(Command::Perft(args)) => finish(perft::run(&args)),
        Some(Command::Convert(args)) => finish(convert::run(&args)),
        Some(Command::Solve(args)) => finish(solve::run(&args)),
        Some(Command::Analyze(args)) => finish(analyze::run(&args)),
        Some(Command::Verify(args)) => finish(verify::run(&args)),
        Some(Command::Puzzles(args)) => finish(puzzles::run(&args)),
        Some(Command::Bench(args)) => finish(bench::run(&args)),
        Some(Command::Conform(args)) => finish(conform::run(&args)),
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => finish(train::run(&args)),
        Some(Command::Agent(args)) => finish(agent::run(&args)),
        Some(Command::Match(args)) => finish(match_::run(&args)),
        Some(Command::Uai(args)) => finish(uai::run(&args)),
        Some(Command::Reloaded(args)) => finish(reloaded::run(&args)),
        Some(Command::Merge(args)) => finish(merge::run(&args)),
        Some(Command::Completions(args)) => finish(completions::run(&args)),
        Some(Command::Man(args)) => finish(man::run(&args)),
    }
}

/// Parses the command line. Options of a session are refused before a subcommand: clap's own
/// rule for that would read `ataxx --color never perft` as a file named `perft`.
fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut program = Cli::command();
    let matches = program.try_get_matches_from_mut(words)?;
    let given = |argument: &&clap::Arg| {
        !argument.is_global_set()
            && matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
    };
    let of_session = program.get_arguments().find(given).map(ToString::to_string);
    if let (Some(name), Some(argument)) = (matches.subcommand_name(), of_session) {
        let message = format!("{argument} is for a session and cannot go with '{name}'");
        return Err(program.error(ErrorKind::ArgumentConflict, message));
    }
    Cli::from_arg_matches(&matches)
}

/// The exit status of a command, after reporting its failure.
fn finish(ended: Result<Exit, Failure>) -> Exit {
    ended.unwrap_or_else(Failure::report)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Cli, ErrorKind> {
        let words = line.split(' ').map(OsString::from);
        parse(words).map_err(|error| error.kind())
    }

    #[test]
    fn the_definitions_agree_with_each_other() {
        Cli::command().debug_assert();
    }

    #[test]
    fn colors_can_be_chosen_before_and_after_a_subcommand() {
        for line in ["ataxx --color never perft 3", "ataxx perft 3 --color never"] {
            let cli = parsed(line).expect(line);
            assert!(matches!(cli.command, Some(Command::Perft(_))), "{line}");
            assert_eq!(cli.color, output::When::Never);
        }
    }

    #[test]
    fn a_subcommand_takes_nothing_of_a_session() {
        for line in ["ataxx --strict perft 3", "ataxx --move-time 0.3 perft 3"] {
            assert_eq!(
                parsed(line).err(),
                Some(ErrorKind::ArgumentConflict),
                "{line}"
            );
        }
        assert!(parsed("ataxx --strict ./perft").is_ok());
    }
}
