//! The file of players.

use crate::arena::Entrant;
use crate::cli::arguments::source;
use crate::cli::input;
use ataxx_core::diagnostic::{Diagnostic, SyntaxError};
use std::path::Path;

/// Reads players, one a line. Empty lines and those that begin with `#` are left out.
pub fn read(path: &Path) -> Result<Vec<Entrant>, Diagnostic> {
    let (name, text) = input::text_of(path)?;
    let lines = text.lines().enumerate();
    let players =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    players
        .map(|(index, line)| player(&name, index + 1, line))
        .collect()
}

/// Reads a player, which stands in this line of a file or is the value of an option.
pub fn player(origin: &str, line: usize, text: &str) -> Result<Entrant, Diagnostic> {
    text.parse()
        .map_err(|error| in_text(origin, line, text, error))
}

/// The error in a text from this line of a file or the value of an option.
pub fn in_text(origin: &str, line: usize, text: &str, error: SyntaxError) -> Diagnostic {
    let mut source = source(origin, text.to_owned());
    source.first_line = line;
    Diagnostic {
        code: "player",
        ..error.into()
    }
    .with_source(source)
}
