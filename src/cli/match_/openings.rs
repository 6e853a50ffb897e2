//! The file of openings.

use crate::cli::batch::Entry;
use crate::cli::disk::{self, Lines};
use ataxx_toolkit::board::Position;
use ataxx_toolkit::diagnostic::{Diagnostic, Source};
use std::path::Path;

/// Reads positions, one a line.
///
/// # Errors
///
/// When the file cannot be read, a line is no position, or there is none.
pub fn read(path: &Path) -> Result<Vec<Position>, Diagnostic> {
    let name = path.to_string_lossy();
    let stream = disk::open(path).map_err(|error| error.diagnostic(&name))?;
    let mut positions = Vec::new();
    for line in Lines::of(stream) {
        let line = line.map_err(|error| disk::refused(error).diagnostic(&name))?;
        let Some(entry) = Entry::of(&line.text) else {
            continue;
        };
        let position = entry.position(&line).map_err(|diagnostic| {
            diagnostic.with_source(Source {
                name: Some(name.replace(char::is_control, "\u{fffd}")),
                first_line: line.number,
                text: line.text.clone(),
            })
        })?;
        positions.push(position);
    }
    if positions.is_empty() {
        let name = name.replace(char::is_control, "\u{fffd}");
        let message = format!("there is no position in `{name}`");
        return Err(Diagnostic::error("openings", message));
    }
    Ok(positions)
}
