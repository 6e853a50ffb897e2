//! `ataxx completions`.

use super::exit::Exit;
use super::{Cli, output};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that completes this program's arguments in a shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

pub fn run(args: &Args) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ataxx", &mut script);
    output::finish(&String::from_utf8_lossy(&script))
}
