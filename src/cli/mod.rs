//! The command line: one file a subcommand.

mod completions;
mod disk;
mod exit;
mod interrupt;
mod man;
mod output;
mod plain;
mod session;
mod terminal;

use clap::{Parser, Subcommand};
use exit::Exit;

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
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    }
}
