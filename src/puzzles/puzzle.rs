//! A puzzle, and its line in a file.

use super::difficulty::Difficulty;
use super::kind::Kind;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::syntax::SyntaxError;
use ataxx_core::notation::BerkeleyMove;
use std::fmt;
use std::str::FromStr;

/// A position with a task that one move solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; the side to move is the one that has the task.
    pub position: Position,
    /// The rules.
    pub rules: Rules,
    /// The task.
    pub kind: Kind,
    /// The right first move.
    pub answer: Move,
    /// How hard it is to find.
    pub difficulty: Difficulty,
}

impl fmt::Display for Puzzle {
    /// `FEN; RULES; KIND; ANSWER; DIFFICULTY`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            rules,
            kind,
            answer,
            difficulty,
        } = self;
        let answer = BerkeleyMove::of(*answer, position);
        write!(f, "{position}; {rules}; {kind}; {answer}; {difficulty}")
    }
}

impl FromStr for Puzzle {
    type Err = SyntaxError;

    fn from_str(line: &str) -> Result<Self, SyntaxError> {
        let mut fields = Fields { line, start: 0 };
        let position: Position = fields.next()?;
        let rules: Rules = fields.next()?;
        let kind = fields.next()?;
        let start = fields.start;
        let written: BerkeleyMove = fields.next()?;
        let answer = written.on(&position);
        let answer = answer.filter(|&mv| position.check(mv, &rules).is_ok());
        let answer = answer.ok_or_else(|| {
            let (field, start) = trimmed(line, start);
            let message = format!("`{written}` is not legal in this position");
            SyntaxError::new(start..start + field.len(), message)
        })?;
        let difficulty = fields.next()?;
        if fields.start <= line.len() {
            let message = "expected five fields, found a sixth";
            return Err(SyntaxError::new(fields.start - 1..line.len(), message));
        }
        Ok(Self {
            position,
            rules,
            kind,
            answer,
            difficulty,
        })
    }
}

/// The fields of a line, separated by semicolons.
struct Fields<'a> {
    line: &'a str,
    /// Where the next field starts; beyond the end after the last one.
    start: usize,
}

impl Fields<'_> {
    fn next<T: FromStr<Err = SyntaxError>>(&mut self) -> Result<T, SyntaxError> {
        if self.start > self.line.len() {
            let message = "expected `FEN; RULES; KIND; ANSWER; DIFFICULTY`, found the end";
            return Err(SyntaxError::new(self.line.len()..self.line.len(), message));
        }
        let (field, start) = trimmed(self.line, self.start);
        self.start += self.line[self.start..]
            .split(';')
            .next()
            .map_or(0, |field| field.len() + 1);
        field
            .parse()
            .map_err(|error: SyntaxError| error.shifted(start))
    }
}

/// The field at a place of the line without the blanks around it, and where it starts.
fn trimmed(line: &str, start: usize) -> (&str, usize) {
    let field = line[start..].split(';').next().unwrap_or_default();
    let blanks = field.len() - field.trim_start().len();
    (field.trim(), start + blanks)
}
