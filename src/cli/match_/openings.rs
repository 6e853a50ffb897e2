//! The file of openings.

use crate::arena::NoOpening;
use crate::cli::arguments::{GamesOfFile, source};
use crate::cli::batch::Question;
use crate::cli::exit::Exit;
use crate::cli::input::{self, Lines};
use crate::cli::output;
use ataxx_core::board::Position;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::Pgn;
use std::path::Path;

/// Reads positions, one a line, or the positions at the ends of game records, which `check`
/// accepts. Records that cannot be read are reported; the exit status says so.
pub fn read(
    path: &Path,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<(Vec<Position>, Exit), Diagnostic> {
    // A pipe can be read only once.
    let (name, text) = input::text_of(path)?;
    let (positions, exit) = if holds_records(&text) {
        ends_of_records(&name, &text, check)?
    } else {
        (lines(&name, &text, check)?, Exit::Good)
    };
    if positions.is_empty() {
        let message = format!("there is no position in `{name}`");
        return Err(Diagnostic::error("openings", message));
    }
    Ok((positions, exit))
}

fn lines(
    name: &str,
    text: &str,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<Vec<Position>, Diagnostic> {
    let mut positions = Vec::new();
    // Reading from memory does not fail.
    let lines = Lines::of(text.as_bytes()).map_while(Result::ok);
    for question in lines.filter_map(Question::on) {
        if let Some(warning) = question.warning() {
            output::warn(&format!("{name}, {warning}"));
        }
        let Question { line, position, .. } = question;
        let accepted = position.and_then(|read| match check(read.position) {
            Ok(()) => Ok(read.position),
            Err(error) => {
                let place = 0..line.text.trim_end().len();
                Err(Diagnostic::error("openings", error.to_string()).at(place))
            }
        });
        positions.push(accepted.map_err(|diagnostic| {
            let mut source = source(name, line.text);
            source.first_line = line.number;
            diagnostic.with_source(source)
        })?);
    }
    Ok(positions)
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

fn ends_of_records(
    name: &str,
    text: &str,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<(Vec<Position>, Exit), Diagnostic> {
    let games = GamesOfFile::read(name, text);
    let mut ends = Vec::new();
    for (place, record) in &games.readable {
        let end = *record.game().position();
        check(end).map_err(|error| {
            Diagnostic::error("openings", format!("`{name}`, game {place}: {error}"))
        })?;
        ends.push(end);
    }
    Ok((ends, games.report()))
}
