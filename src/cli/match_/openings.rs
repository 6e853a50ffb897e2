//! The file of openings.

use crate::cli::arguments::source;
use crate::cli::batch::Question;
use crate::cli::input::{self, Lines};
use ataxx_toolkit::board::Position;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::notation::{Pgn, read_games};
use std::path::Path;

/// Reads positions, one a line, or the positions at the ends of game records.
///
/// # Errors
///
/// When the file cannot be read, something in it is no position or record, or there is none.
pub fn read(path: &Path) -> Result<Vec<Position>, Diagnostic> {
    // A pipe can be read only once.
    let (name, text) = input::text_of(path)?;
    if holds_records(&text) {
        return ends_of_records(&name, text);
    }
    let mut positions = Vec::new();
    // Reading from memory does not fail.
    let lines = Lines::of(text.as_bytes()).map_while(Result::ok);
    for Question { line, position, .. } in lines.filter_map(Question::on) {
        let position = position.map_err(|diagnostic| {
            let mut source = source(&name, line.text);
            source.first_line = line.number;
            diagnostic.with_source(source)
        })?;
        positions.push(position);
    }
    at_least_one(positions, &name)
}

/// Whether a text is a game file of cuteataxx, or has a line that begins with the number of a
/// turn.
fn holds_records(text: &str) -> bool {
    if Pgn::is_one(text) {
        return true;
    }
    let turn = |line: &str| line.trim_start().split_once('.')?.0.parse::<u32>().ok();
    text.lines().any(|line| turn(line).is_some())
}

fn ends_of_records(name: &str, text: String) -> Result<Vec<Position>, Diagnostic> {
    match read_games(&text) {
        Ok(records) => {
            let ends = records.iter().map(|record| *record.game().position());
            at_least_one(ends.collect(), name)
        }
        Err(error) => Err(Diagnostic::error("openings", error.message)
            .at(error.span)
            .with_help(error.help)
            .with_source(source(name, text))),
    }
}

fn at_least_one(positions: Vec<Position>, name: &str) -> Result<Vec<Position>, Diagnostic> {
    if positions.is_empty() {
        let message = format!("there is no position in `{name}`");
        return Err(Diagnostic::error("openings", message));
    }
    Ok(positions)
}
