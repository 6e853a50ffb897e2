//! The file of players.

use crate::cli::arguments::source;
use crate::cli::input;
use ataxx_toolkit::arena::Entrant;
use ataxx_toolkit::diagnostic::Diagnostic;
use std::path::Path;

/// Reads players, one a line. Empty lines and those that begin with `#` are left out.
///
/// # Errors
///
/// When the file cannot be read, or a line is no player.
pub fn read(path: &Path) -> Result<Vec<Entrant>, Diagnostic> {
    let (name, text) = input::text_of(path)?;
    let lines = text.lines().enumerate();
    let players =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    players
        .map(|(index, line)| {
            line.parse().map_err(|error| {
                let mut source = source(&name, line.to_owned());
                source.first_line = index + 1;
                Diagnostic::error("player", format!("{error}"))
                    .at(0..line.len())
                    .with_source(source)
            })
        })
        .collect()
}
