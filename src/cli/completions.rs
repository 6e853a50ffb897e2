//! `ataxx completions`.

use super::exit::{Exit, Failure};
use super::output;
use clap_complete::Shell;

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell to complete for.
    shell: Shell,
}

pub fn run(args: &Args, mut program: clap::Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "ataxx", &mut script);
    output::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Good)
}
