//! The command line: a file or folder for a subcommand.

mod analyze;
pub mod arguments;
mod audit;
mod batch;
mod bench;
mod conform;
mod convert;
mod descriptions;
#[cfg(feature = "display")]
mod display;
mod engines;
mod explore;
mod grade;
mod help;
mod match_;
mod merge;
mod perft;
mod plain;
mod puzzles;
mod reloaded;
mod session;
mod session_output;
mod solve;
mod tables;
mod terminal;
mod test;
mod verify;

use ataxx_console::command_line::{ColorArgs, finish, in_plain_words, show, with_numbers};
use ataxx_console::{exit, input, interrupt, output, progress, result_file, terminal_modes};
use ataxx_core::diagnostic::nearest;
use ataxx_opponents::kill_programs;
use ataxx_opponents::panics;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::{EarlyExit, Exit};
use std::ffi::OsString;
use std::path::Path;

/// Test and analyse Ataxx programs and positions.
///
/// Without a subcommand: a text session, which reads commands from a prompt, from files or from a
/// pipe; `help` lists them.
#[derive(Debug, Parser)]
#[command(name = "ataxx", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: session::Args,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Test(Box<test::Args>),
    Grade(Box<grade::Args>),
    Audit(Box<audit::Args>),
    Explore(explore::Args),
    Schema(descriptions::SchemaArgs),
    Perft(Box<perft::Args>),
    Convert(Box<convert::Args>),
    Solve(Box<solve::Args>),
    Tables(Box<tables::Args>),
    Analyze(Box<analyze::Args>),
    Verify(verify::Args),
    Puzzles(Box<puzzles::Args>),
    Bench(bench::Args),
    Conform(Box<conform::Args>),
    Agent(engines::AgentArgs),
    Match(Box<match_::Args>),
    Uai(engines::UaiArgs),
    Reloaded(Box<reloaded::Args>),
    Merge(merge::Args),
    Completions(descriptions::CompletionsArgs),
    Man(descriptions::ManArgs),
}

/// The definition of the command line.
fn program() -> clap::Command {
    with_numbers(help::with_endings(Cli::command(), ""))
}

/// Runs the command line.
pub fn main() -> Exit {
    interrupt::survive_file_size_limit();
    let cli = match parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return show(&error),
    };
    output::choose_colors(cli.color.color);
    panics::keep_quiet();
    let ended = panics::caught(|| run(cli));
    let exit = finish(ended.unwrap_or_else(|words| Err(EarlyExit::fault(&words))));
    // Threads end with this process, and the programs that they have started do not.
    kill_programs();
    exit
}

/// Runs the command that the command line names.
fn run(cli: Cli) -> Result<Exit, EarlyExit> {
    let tables = match &cli.command {
        None => Some(&cli.session.tables),
        Some(Command::Solve(args)) => Some(&args.tables),
        Some(Command::Analyze(args)) => Some(&args.tables),
        Some(Command::Uai(args)) => Some(&args.tables),
        Some(Command::Agent(args)) => Some(&args.tables),
        Some(Command::Match(_) | Command::Puzzles(_)) => Some(&tables::TablesOption::NONE),
        Some(_) => None,
    };
    if let Some(option) = tables {
        tables::use_tables(option.tables.as_deref())?;
    }
    match cli.command {
        None => session::run(&cli.session),
        Some(Command::Test(args)) => test::run(&args),
        Some(Command::Grade(args)) => grade::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Schema(args)) => descriptions::schema(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Tables(args)) => tables::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Conform(args)) => conform::run(&args),
        Some(Command::Agent(args)) => engines::agent(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Uai(args)) => engines::uai(&args),
        Some(Command::Reloaded(args)) => reloaded::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Completions(args)) => descriptions::completions(&args, program()),
        Some(Command::Man(args)) => descriptions::man(&args, program()),
    }
}

/// Parses the command line. Options of a session are refused before a subcommand: clap's own
/// rule for that would read `ataxx --color never perft` as a file named `perft`.
fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let mut program = program();
    let parsed = program.try_get_matches_from_mut(&words);
    let is_session = parsed
        .as_ref()
        .is_ok_and(|matches| matches.subcommand_name().is_none());
    let is_unknown = parsed
        .as_ref()
        .is_err_and(|error| error.kind() == ErrorKind::UnknownArgument);
    if (is_session || is_unknown)
        && let Some(error) = words.get(1).and_then(|word| mistyped(&mut program, word))
    {
        return Err(error);
    }
    let parsed = parsed.map_err(|error| moved(&words).unwrap_or(error));
    let matches = parsed.map_err(in_plain_words)?;
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

/// The error for an option of `ataxx test` that is a command of its own.
fn moved(words: &[OsString]) -> Option<clap::Error> {
    const MOVED: [(&str, &str); 3] = [
        ("--programs", "ataxx grade CLASS"),
        ("--audit", "ataxx audit DIR"),
        ("--faults", "ataxx audit --faults DIR"),
    ];
    let (command, options) = words.get(1..)?.split_first()?;
    let mut options = options.iter().filter(|_| command == "test");
    let (option, now) = options.find_map(|word| {
        let name = word.to_str()?.split('=').next()?;
        MOVED.into_iter().find(|(option, _)| *option == name)
    })?;
    let message = format!("`ataxx test {option}` is `{now}` now\n");
    Some(clap::Error::raw(ErrorKind::UnknownArgument, message))
}

/// The error for a word in the place of a subcommand that is nearly one and no file.
fn mistyped(program: &mut clap::Command, word: &OsString) -> Option<clap::Error> {
    if Path::new(word).exists() {
        return None;
    }
    let word = word.to_str().filter(|word| !word.starts_with("--"))?;
    let names: Vec<&str> = program
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    // A name that is right belongs to a subcommand with a mistake in its options.
    let near = nearest(word, names.iter().copied()).filter(|&near| near != word)?;
    let message = format!("there is no subcommand or file '{word}'; did you mean '{near}'?");
    Some(program.error(ErrorKind::InvalidSubcommand, message))
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
            assert_eq!(cli.color.color, output::When::Never);
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

    #[test]
    fn a_malformed_number_is_reported() {
        for (line, message) in [
            ("perft abc", "'abc' for '<DEPTH>': expected a whole number"),
            ("perft 256", "256 is not in 0..=255"),
            (
                "solve --plies x",
                "'x' for '--plies <N>': expected a whole number",
            ),
            ("agent --seed 99999999999999999999", "is too big"),
            ("match --depth 201", "201 is not in 1..=200"),
        ] {
            let words = ["ataxx"].into_iter().chain(line.split(' '));
            let error = parse(words.map(OsString::from)).expect_err(line);
            let text = error.to_string();
            assert!(text.contains(message), "{line}: {text}");
            assert_eq!(error.kind(), ErrorKind::ValueValidation, "{line}");
        }
    }

    #[test]
    fn a_mistyped_subcommand_is_no_file() {
        for (line, near) in [
            ("ataxx tset", "test"),
            ("ataxx tset --faults", "test"),
            ("ataxx slove start --plies 3", "solve"),
            ("ataxx PERTF 3", "perft"),
        ] {
            let error = parse(line.split(' ').map(OsString::from)).expect_err(line);
            assert_eq!(error.kind(), ErrorKind::InvalidSubcommand, "{line}");
            let text = error.to_string();
            assert!(text.contains(&format!("did you mean '{near}'?")), "{text}");
        }
        for line in [
            "ataxx game.txt",
            "ataxx -",
            "ataxx ./tset",
            "ataxx src",
            "ataxx --tables x",
        ] {
            assert!(parsed(line).is_ok(), "{line}");
        }
        assert_eq!(
            parsed("ataxx perft 3 --bogus").err(),
            Some(ErrorKind::UnknownArgument)
        );
    }
}
