//! `ataxx man`.

use super::exit::{Exit, Failure};
use super::output;
use ataxx_toolkit::diagnostic::Diagnostic;

/// Print the manual page of the program or of a subcommand.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Subcommand.
    subcommand: Option<String>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut program = super::program();
    program.build();
    let command = match &args.subcommand {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            Diagnostic::error("usage", format!("there is no subcommand `{name}`"))
        })?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    output::data(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Good)
}
