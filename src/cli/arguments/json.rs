//! `--json`.

use crate::cli::output;
use serde::Serialize;
use std::io;

/// The choice between text and JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Json {
    /// Print JSON instead of text.
    #[arg(id = "json", long = "json")]
    pub wanted: bool,
}

impl Json {
    /// Writes a result to stdout, as a line of JSON or as text.
    ///
    /// # Errors
    ///
    /// When nobody reads stdout any more.
    pub fn print(self, result: &impl Serialize, text: impl FnOnce() -> String) -> io::Result<()> {
        if self.wanted {
            output::json(result)
        } else {
            output::data(&text())
        }
    }
}
