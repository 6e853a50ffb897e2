//! Sets of puzzles: a line for each, and comments from `#` to the end of a line.

use super::difficulty::Difficulty;
use super::kind::Kind;
use super::puzzle::Puzzle;
use ataxx_core::diagnostic::syntax::{SyntaxError, without_comments};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// A puzzle with its number in its set, counted from 1.
pub type Numbered = (usize, Puzzle);

/// The puzzles inside the program.
///
/// # Panics
///
/// Never: the tests read the set.
pub fn built_in() -> &'static [Puzzle] {
    static SET: LazyLock<Vec<Puzzle>> =
        LazyLock::new(|| read(include_str!("puzzles.txt")).expect("the tests read it"));
    &SET
}

/// Reads a set.
pub fn read(text: &str) -> Result<Vec<Puzzle>, SyntaxError> {
    let text = without_comments(text);
    let mut start = 0;
    let mut puzzles = Vec::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() {
            let shift = start + line.len() - line.trim_start().len();
            let puzzle = content
                .parse()
                .map_err(|error: SyntaxError| error.shifted(shift))?;
            puzzles.push(puzzle);
        }
        start += line.len();
    }
    Ok(puzzles)
}

/// Writes a set.
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut text = "# position; rules; kind; answer; difficulty\n".to_owned();
    for puzzle in puzzles {
        let _ = writeln!(text, "{puzzle}");
    }
    text
}

/// The first so many puzzles of each kind and difficulty, in their order.
pub fn some_of_each(mut puzzles: Vec<Numbered>, most: usize) -> Vec<Numbered> {
    let mut counts: HashMap<(Kind, Difficulty), usize> = HashMap::new();
    puzzles.retain(|(_, puzzle)| {
        let count = counts.entry((puzzle.kind, puzzle.difficulty)).or_default();
        *count += 1;
        *count <= most
    });
    puzzles
}
