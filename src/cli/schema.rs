//! `ataxx schema`.

use super::exit::Exit;
use super::failure::Failure;
use super::output;
use ataxx_toolkit::tester::syntax;

/// Print the JSON Schema of files of scenarios.
///
/// An editor with a language server for YAML completes and checks files that begin with
/// `# yaml-language-server: $schema=FILE`, where FILE holds what this prints.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema of files of steps, which scenarios include.
    #[arg(long)]
    steps: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let schema = if args.steps {
        syntax::schema_of_steps()
    } else {
        syntax::schema()
    };
    output::data(&format!("{schema:#}\n"))?;
    Ok(Exit::Good)
}
