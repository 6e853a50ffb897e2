//! `ataxx man`.

use super::exit::Exit;
use super::{Cli, output};
use clap::CommandFactory;

/// Print the manual page of the program or of a subcommand.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Subcommand.
    subcommand: Option<String>,
}

pub fn run(args: &Args) -> Exit {
    let mut program = Cli::command();
    program.build();
    let command = match &args.subcommand {
        None => &program,
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                output::message(&format!("error: there is no subcommand `{name}`\n"));
                return Exit::Usage;
            };
            command
        }
    };
    let mut page = Vec::new();
    if clap_mangen::Man::new(command.clone().version(env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .is_err()
    {
        return Exit::Failed;
    }
    output::finish(&String::from_utf8_lossy(&page))
}
