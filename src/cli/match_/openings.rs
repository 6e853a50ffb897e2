//! The file of openings.

use crate::cli::arguments::source;
use crate::cli::batch::{self, Question};
use crate::cli::input;
use ataxx_toolkit::board::Position;
use ataxx_toolkit::diagnostic::Diagnostic;
use std::path::Path;

/// Reads positions, one a line.
///
/// # Errors
///
/// When the file cannot be read, a line is no position, or there is none.
pub fn read(path: &Path) -> Result<Vec<Position>, Diagnostic> {
    let name = input::name(path);
    let mut positions = Vec::new();
    for question in batch::questions(path)? {
        let Question { line, position, .. } = question?;
        let position = position.map_err(|diagnostic| {
            let mut source = source(&name, line.text);
            source.first_line = line.number;
            diagnostic.with_source(source)
        })?;
        positions.push(position);
    }
    if positions.is_empty() {
        let message = format!("there is no position in `{name}`");
        return Err(Diagnostic::error("openings", message));
    }
    Ok(positions)
}
