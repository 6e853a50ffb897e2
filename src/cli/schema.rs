//! `ataxx schema`.

use super::exit::{Exit, Failure};
use super::output;
use crate::scenario::syntax;

/// Print the JSON Schema of scenario files.
///
/// An editor with a YAML language server completes and checks files that begin with `#
/// yaml-language-server: $schema=FILE`, where FILE contains this output.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the schema of files for `include`: lists of steps or of scenarios.
    #[arg(long)]
    steps: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let schema = if args.steps {
        syntax::schema_of_included()
    } else {
        syntax::schema()
    };
    output::data(&format!("{schema:#}\n"))?;
    Ok(Exit::Good)
}
