//! The command line: one file a subcommand.

mod batch;
mod completions;
mod convert;
mod disk;
mod exit;
mod failure;
mod interrupt;
mod man;
mod moves;
mod narrow;
mod output;
mod perft;
mod plain;
mod position;
mod progress;
mod session;
mod terminal;
mod values;

use clap::{Parser, Subcommand};
use exit::Exit;
use failure::Failure;

/// Test and analyse Ataxx programs and positions.
///
/// Without a subcommand: a text session. Commands are typed at a prompt, or read
/// from files or a pipe; `help` in the session lists them.
#[derive(Debug, Parser)]
#[command(name = "ataxx", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: session::Args,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: output::When,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(Box<perft::Args>),
    Convert(Box<convert::Args>),
    Completions(completions::Args),
    Man(man::Args),
}

/// Does what the command line says.
pub fn main() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for, and no error.
            let code = if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Good
            };
            let _ = error.print();
            return code;
        }
    };
    output::choose_colors(cli.color);
    match cli.command {
        None => session::run(&cli.session),
        Some(Command::Perft(args)) => finish(perft::run(&args)),
        Some(Command::Convert(args)) => finish(convert::run(&args)),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    }
}

/// The exit status of a command that may have failed, after saying so.
fn finish(ended: Result<Exit, Failure>) -> Exit {
    ended.unwrap_or_else(Failure::report)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Cli::command().debug_assert();
    }
}
