//! What an agent reads, and the moves that it answers with.

use crate::opponents::read_line;
use ataxx_core::board::{Bitboard, Cell, Color, Move, Position, Square};
use ataxx_core::diagnostic::syntax::{SyntaxError, digits, quoted};
use ataxx_core::diagnostic::{Diagnostic, Source};
use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub position: Position,
    /// The time left, Red's first.
    pub clocks: [Duration; 2],
}

/// The lines of a request: the side, the rows and the clocks.
const LINES: usize = 9;
/// Longer lines are cut, in bytes.
const LONGEST_LINE: usize = 256;

/// Why a request was not read.
#[derive(Debug, Error)]
pub enum NoRequest {
    #[error("{}", .0.message)]
    Malformed(Box<Diagnostic>),
    #[error("the request cannot be read: {0}")]
    Unreadable(io::Error),
}

impl Request {
    /// Checks that a position can be in a request, whose board has no blocks.
    pub fn check(position: &Position) -> Result<(), String> {
        match position.blocks().first() {
            Some(square) => Err(format!("{square} is blocked, and its board has no blocks")),
            None => Ok(()),
        }
    }

    /// The request of this stream. Nothing after its last line is waited for.
    pub fn read(mut input: impl BufRead) -> Result<Self, NoRequest> {
        let mut text = String::new();
        for _ in 0..LINES {
            let line = read_line(&mut input, LONGEST_LINE).map_err(NoRequest::Unreadable)?;
            let Some(line) = line else { break };
            text.push_str(&String::from_utf8_lossy(&line.bytes));
            text.push('\n');
        }
        text.parse().map_err(|error: SyntaxError| {
            let source = Source {
                name: Some("<stdin>".to_owned()),
                first_line: 1,
                text,
            };
            NoRequest::Malformed(Box::new(Diagnostic::from(error).with_source(source)))
        })
    }
}

impl FromStr for Request {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        const ROW: &str = "a row of seven squares: `x`, `o` or `.`";
        const CLOCKS: &str = "the clocks of Red and Blue, in milliseconds";
        let mut lines = Lines { text, read: 0 };
        let turn = match lines.next("the side to move, 0 or 1")? {
            Found { word: "0", .. } => Color::Red,
            Found { word: "1", .. } => Color::Blue,
            other => return Err(other.wrong("the side to move, 0 or 1")),
        };
        let mut pieces = [Bitboard::EMPTY; 2];
        for rank in (0..Square::SIDE).rev() {
            let row = lines.next(ROW)?;
            if row.word.len() != usize::from(Square::SIDE) {
                return Err(row.wrong(ROW));
            }
            for (file, letter) in (0..Square::SIDE).zip(row.word.bytes()) {
                let square = Square::new(file, rank).into_iter().collect();
                match letter {
                    b'x' => pieces[0] |= square,
                    b'o' => pieces[1] |= square,
                    b'.' => {}
                    _ => return Err(row.wrong(ROW)),
                }
            }
        }
        let found = lines.next(CLOCKS)?;
        let words = found.word.split_whitespace();
        let clock = |word| digits(word).map(Duration::from_millis);
        let clocks: Option<Vec<Duration>> = words.map(clock).collect();
        let Some(&[red, blue]) = clocks.as_deref() else {
            return Err(found.wrong(CLOCKS));
        };
        let position = Position::new(pieces[0], pieces[1], Bitboard::EMPTY, turn);
        Ok(Self {
            position: position.expect("a letter is one piece"),
            clocks: [red, blue],
        })
    }
}

/// The lines of a text that are not read yet.
struct Lines<'a> {
    text: &'a str,
    read: usize,
}

/// A line without the blanks around it, and where it begins.
struct Found<'a> {
    word: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, expected: &str) -> Result<Found<'a>, SyntaxError> {
        let rest = &self.text[self.read..];
        if rest.is_empty() {
            let message = format!("expected {expected}, found the end");
            return Err(SyntaxError::new(self.read..self.read, message));
        }
        let line = rest.lines().next().unwrap_or_default();
        let at = self.read + (line.len() - line.trim_start().len());
        self.read += rest.find('\n').map_or(rest.len(), |end| end + 1);
        Ok(Found {
            word: line.trim(),
            at,
        })
    }
}

impl Found<'_> {
    fn wrong(&self, expected: &str) -> SyntaxError {
        let message = format!("expected {expected}, found {}", quoted(self.word));
        SyntaxError::new(self.at..self.at + self.word.len(), message)
    }
}

impl fmt::Display for Request {
    /// Its lines, without the end of the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position.turn().index())?;
        for rank in (0..Square::SIDE).rev() {
            for square in (0..Square::SIDE).filter_map(|file| Square::new(file, rank)) {
                f.write_str(match self.position.cell(square) {
                    Cell::Piece(Color::Red) => "x",
                    Cell::Piece(Color::Blue) => "o",
                    Cell::Empty | Cell::Block => ".",
                })?;
            }
            writeln!(f)?;
        }
        // To the nearest: a clock that has just begun to run is whole.
        let milliseconds = |time: Duration| (time + Duration::from_micros(500)).as_millis();
        let [red, blue] = self.clocks.map(milliseconds);
        write!(f, "{red} {blue}")
    }
}

/// A move as an agent writes it: `e4` for an extend, `d2-e4` for a jump. Ranks are counted from the
/// top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentMove(pub Move);

impl AgentMove {
    /// Reads a move; `None` when the text is none.
    pub fn read(text: &str) -> Option<Self> {
        Some(Self(match *text.as_bytes() {
            [file, rank] => Move::Extend {
                to: square(file, rank)?,
            },
            [from_file, from_rank, b'-', file, rank] => Move::Jump {
                from: square(from_file, from_rank)?,
                to: square(file, rank)?,
            },
            _ => return None,
        }))
    }

    /// In code as the agent writes it, and the squares of our board if these are others.
    pub fn with_meaning(self) -> String {
        let here = match self.0 {
            Move::Extend { to } => to.to_string(),
            Move::Jump { from, to } => format!("{from}-{to}"),
            Move::Pass => self.to_string(),
        };
        let written = self.to_string();
        if here == written {
            format!("`{written}`")
        } else {
            format!("`{written}` (here {here})")
        }
    }
}

impl fmt::Display for AgentMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: Square| {
            let file = char::from(b'a' + square.file());
            format!("{file}{}", Square::SIDE - square.rank())
        };
        match self.0 {
            Move::Extend { to } => f.write_str(&name(to)),
            Move::Jump { from, to } => write!(f, "{}-{}", name(from), name(to)),
            // The arbiter ends a game before a pass.
            Move::Pass => f.write_str("-"),
        }
    }
}

/// The square of this letter and digit.
fn square(file: u8, rank: u8) -> Option<Square> {
    let file = file.checked_sub(b'a')?;
    let from_top = rank.checked_sub(b'1')?;
    Square::new(file, (Square::SIDE - 1).checked_sub(from_top)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Rules;

    #[test]
    fn a_request_is_that_of_the_document() {
        let clocks = [180_000, 180_000].map(Duration::from_millis);
        let position = Position::start();
        insta::assert_snapshot!(Request { position, clocks }, @"
        0
        x.....o
        .......
        .......
        .......
        .......
        .......
        o.....x
        180000 180000
        ");
        let moved = position.after(
            AgentMove::read("a1-b3").expect("a move").0,
            &Rules::NERDVANA,
        );
        let clocks = [1, 2000].map(Duration::from_millis);
        let request = Request {
            position: moved,
            clocks,
        };
        let read_back = Request::read(format!("{request}\n").as_bytes()).expect("a request");
        assert_eq!(read_back.to_string(), request.to_string());
        insta::assert_snapshot!(request, @"
        1
        ......o
        .......
        .x.....
        .......
        .......
        .......
        o.....x
        1 2000
        ");
    }

    #[test]
    fn ranks_are_counted_from_the_top() {
        let extend = AgentMove(Move::Extend { to: Square::B6 });
        let jump = AgentMove(Move::Jump {
            from: Square::A7,
            to: Square::B5,
        });
        for (text, mv) in [("b2", extend), ("a1-b3", jump)] {
            assert_eq!(AgentMove::read(text), Some(mv));
            assert_eq!(mv.to_string(), text);
        }
        for text in [
            "", "b", "h1", "a8", "a0", "B2", "b2 ", "a1b3", "a1-b", "a1-h3", "pass", "-",
        ] {
            assert_eq!(AgentMove::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_rules_have_a_name_to_read() {
        let rules: Rules = "Nerdvana".parse().expect("a name");
        assert_eq!(rules, Rules::NERDVANA);
        let text = "2022,jump-limit=100,at-limit=draw,stuck=award,blocks=no";
        assert_eq!(rules.to_string(), text);
    }

    #[test]
    fn a_malformed_request_has_its_place() {
        let whole = Request {
            position: Position::start(),
            clocks: [Duration::from_secs(1); 2],
        };
        let whole = whole.to_string();
        let error = |text: String| {
            let error = text.parse::<Request>().expect_err("malformed");
            format!("{:?}: {}", error.span, error.message)
        };
        insta::assert_snapshot!(error(whole.replacen('0', "2", 1)), @"0..1: expected the side to move, 0 or 1, found `2`");
        insta::assert_snapshot!(error(whole.replacen("x.....o", "x....o", 1)), @"2..8: expected a row of seven squares: `x`, `o` or `.`, found `x....o`");
        insta::assert_snapshot!(error(whole.replacen("x.....o", "x..-..o", 1)), @"2..9: expected a row of seven squares: `x`, `o` or `.`, found `x..-..o`");
        insta::assert_snapshot!(error(whole.replacen("1000 1000", "1000", 1)), @"58..62: expected the clocks of Red and Blue, in milliseconds, found `1000`");
        insta::assert_snapshot!(error(whole.replacen("1000 1000", "1000 x 1000", 1)), @"58..69: expected the clocks of Red and Blue, in milliseconds, found `1000 x 1000`");
        insta::assert_snapshot!(error(whole[..10].to_owned()), @"10..10: expected a row of seven squares: `x`, `o` or `.`, found the end");
    }
}
