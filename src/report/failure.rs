//! What went wrong: the failure of a scenario, the values that differ, and why a program could
//! not be started.

use super::display_text::{informative_line, readable, readable_lines};
use ataxx_core::board::{Bitboard, Cell, Color, Position, Square};
use ataxx_core::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};

/// What went wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The errors: one, or several where a whole file is bad.
    pub diagnostics: Vec<Diagnostic>,
    /// The expected and the actual value, if they can be compared.
    pub comparison: Option<Comparison>,
}

impl Failure {
    /// A failure with one diagnostic.
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: vec![diagnostic],
            comparison: None,
        }
    }

    /// Its kind, by the first diagnostic.
    pub fn kind(&self) -> FailureKind {
        let first = self.diagnostics.first();
        first.map_or(FailureKind::Check, FailureKind::of)
    }

    /// The messages without places, one a line.
    pub fn message(&self) -> String {
        let mut text = String::new();
        for diagnostic in &self.diagnostics {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(text, "{}", diagnostic.message);
        }
        text
    }
}

/// What kind of failure it is, where it matters for more than the report: the exit status of a
/// run, and whether the program is started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// A check failed, or the scenario is wrong: the outcome says which.
    Check,
    /// The program under test could not be started.
    NotStarted,
    /// The run was cancelled.
    Interrupted,
    /// This program panicked.
    Panic,
}

/// The code of the diagnostic where a program could not be started.
pub const NOT_STARTED: &str = "not-started";

impl FailureKind {
    /// The code of the diagnostics of this kind; those of checks have many.
    pub const fn code(self) -> Option<&'static str> {
        match self {
            Self::Check => None,
            Self::NotStarted => Some(NOT_STARTED),
            Self::Interrupted => Some("interrupted"),
            Self::Panic => Some("panic"),
        }
    }

    /// The kind of failures that are reported with this diagnostic.
    fn of(diagnostic: &Diagnostic) -> Self {
        let mut kinds = [Self::NotStarted, Self::Interrupted, Self::Panic].into_iter();
        let kind = kinds.find(|kind| kind.code() == Some(diagnostic.code));
        kind.unwrap_or(Self::Check)
    }
}

/// The expected and the actual value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Comparison {
    /// Two short values, like `3` and `4`.
    Values {
        /// The kind of value: `jumps`, `result`, ….
        what: String,
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two texts of several lines each.
    Texts {
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two boards.
    Boards(Box<Boards>),
    /// Two sets, of moves or of anything else.
    Sets {
        /// The kind of their members: `moves`, ….
        what: String,
        /// Expected members that are not there.
        missing: Vec<String>,
        /// Members that were not expected.
        surplus: Vec<String>,
        /// The number of members that were expected and are there.
        common: usize,
    },
}

/// Two boards, and where they differ. Open squares, about which nothing was expected, are not
/// among the differing ones, whatever stands on them in `expected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// The expected board.
    pub expected: Position,
    /// The actual board.
    pub actual: Position,
    /// The squares about which nothing was expected.
    pub open: Bitboard,
    /// The squares that differ.
    pub differing: Bitboard,
}

impl From<Boards> for Comparison {
    fn from(boards: Boards) -> Self {
        Self::Boards(Box::new(boards))
    }
}

impl Boards {
    /// Two boards of which all squares count.
    pub fn new(expected: Position, actual: Position) -> Self {
        let differs = |square: &Square| expected.cell(*square) != actual.cell(*square);
        Self {
            expected,
            actual,
            open: Bitboard::EMPTY,
            differing: Square::all().filter(differs).collect(),
        }
    }

    /// Each difference in words: `b7 is red, not empty`.
    pub fn differences(&self) -> impl Iterator<Item = String> {
        self.differing.squares().map(|square| {
            let [actual, expected] =
                [self.actual, self.expected].map(|board| in_words(board.cell(square)));
            format!("{square} is {actual}, not {expected}")
        })
    }
}

const fn in_words(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Piece(Color::Red) => "red",
        Cell::Piece(Color::Blue) => "blue",
        Cell::Block => "blocked",
    }
}

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartFailure {
    /// How it ended, and the line of stderr that says most.
    reason: String,
    /// The end of what was written to stderr; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    stderr: String,
}

impl StartFailure {
    /// A program that ended like this, after it wrote this to stderr.
    pub fn new(ended: &str, stderr: &str) -> Self {
        let line = informative_line(stderr);
        let line = line.map_or_else(String::new, |line| format!(": {}", readable(line)));
        Self {
            reason: format!("{}{line}", readable(ended)),
            stderr: readable_lines(stderr),
        }
    }

    /// What was written to stderr, made safe to show.
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// The lines of stderr, if there are several.
    pub fn further_lines(&self) -> impl Iterator<Item = &str> {
        let lines = self.stderr.lines().count();
        self.stderr.lines().filter(move |_| lines > 1)
    }
}

impl fmt::Display for StartFailure {
    /// `the program could not be started: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program could not be started: {}", self.reason)
    }
}
