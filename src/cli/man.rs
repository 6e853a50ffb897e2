//! `ataxx man`.

use super::exit::{Exit, Failure};
use super::output;
use crate::storage;
use ataxx_core::diagnostic::{Diagnostic, text};
use clap_mangen::Man;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Print the manual page of the program or of a subcommand.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Subcommand, such as `test` or `match merge`.
    subcommand: Vec<String>,
    /// Write the pages of the program and of all subcommands to a folder instead.
    #[arg(long, value_name = "DIR", conflicts_with = "subcommand")]
    write: Option<PathBuf>,
    /// Print the reference of all commands as Markdown instead.
    #[arg(long, conflicts_with_all = ["subcommand", "write"])]
    markdown: bool,
}

pub fn run(args: &Args, program: clap::Command) -> Result<Exit, Failure> {
    if args.markdown {
        output::data(&super::reference::markdown(program))?;
        return Ok(Exit::Good);
    }
    // The pages are the help: pages about `help` say nothing more.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.write {
        write_all(&program, folder).map_err(|error| {
            let name = folder.to_string_lossy();
            let (name, reason) = (text::visible(&name), storage::why_unwritable(&error));
            let message = format!("the pages cannot be written to `{name}`: {reason}");
            Diagnostic::error("file", message)
        })?;
        return Ok(Exit::Good);
    }
    let mut command = &program;
    for name in &args.subcommand {
        command = command.find_subcommand(name).ok_or_else(|| {
            Diagnostic::error("usage", format!("there is no subcommand `{name}`"))
        })?;
    }
    let mut text = Vec::new();
    page(command).render(&mut text)?;
    output::data(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Good)
}

fn page(command: &clap::Command) -> Man {
    Man::new(command.clone().version(env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of a command and all its subcommands.
fn write_all(command: &clap::Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    page(command).generate_to(folder)?;
    command
        .get_subcommands()
        .try_for_each(|below| write_all(below, folder))
}
