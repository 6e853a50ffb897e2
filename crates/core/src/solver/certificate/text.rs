//! Reading a certificate: its lines, their fields, and the text form of each value. Each value has
//! exactly one spelling.

use super::error::{VerifyError, VerifyErrorKind};
use super::{CountsInUse, MAX_LINE_LENGTH, NO_LIMIT, plies};
use crate::board::{self, Color, Position, Rules, Square};
use crate::diagnostic::text::io_error;
use crate::notation::{BerkeleyMove, SyntaxError};
use crate::reference::{Cell, LiteralPosition};
use crate::solver::Plies;
use std::io::{BufRead, Read};
use std::ops::Range;
use std::str::FromStr;

/// The position with the counts that the rules do not use set to 0. Two positions are
/// equivalent if the results are equal.
pub(super) fn identity(mut position: LiteralPosition, rules: &Rules) -> LiteralPosition {
    let in_use = CountsInUse::under(rules);
    if !in_use.jumps {
        position.jumps = 0;
    }
    if !in_use.plies {
        position.plies = 0;
    }
    position
}

/// A position as a FEN with the fields that the rules need: the turn number only if the
/// rules limit the length of a game.
pub(super) fn fen(position: &Position, rules: &Rules) -> String {
    let in_use = CountsInUse::under(rules);
    let jumps = if in_use.jumps { position.jumps() } else { 0 };
    let fen = position.with_jumps(jumps).to_string();
    let fields: Vec<&str> = fen.split(' ').take(fen_fields(in_use)).collect();
    fields.join(" ")
}

/// The number of fields of a FEN.
fn fen_fields(in_use: CountsInUse) -> usize {
    if in_use.plies { 4 } else { 3 }
}

/// A line split at its spaces.
pub(super) struct Fields<'a> {
    line: &'a Line,
    /// The start of the next field; beyond the end if there is none.
    next: usize,
}

/// A part of a line, with its position.
pub(super) struct Field<'a> {
    line: &'a Line,
    pub span: Range<usize>,
}

impl<'a> Fields<'a> {
    pub const fn of(line: &'a Line) -> Self {
        Self { line, next: 0 }
    }

    /// The next field; empty at the end of the line. No valid field is empty.
    pub fn next(&mut self) -> Field<'a> {
        self.several(1)
    }

    /// The next fields with the spaces between them.
    fn several(&mut self, count: usize) -> Field<'a> {
        let text = &self.line.text;
        let start = self.next.min(text.len());
        let mut blanks = text[start..].match_indices(' ').map(|(at, _)| start + at);
        let end = blanks.nth(count - 1).unwrap_or(text.len());
        self.next = end + 1;
        Field {
            line: self.line,
            span: start..end,
        }
    }

    /// Reads a position under these rules.
    pub fn position(&mut self, rules: &Rules) -> Result<Position, VerifyError> {
        let in_use = CountsInUse::under(rules);
        let field = self.several(fen_fields(in_use));
        let position: Position = field.parse()?;
        // In other places a turn 0 is read as 1.
        if in_use.plies && field.text().split(' ').nth(3) == Some("0") {
            return Err(field.error(VerifyErrorKind::BadField {
                message: "the turn number is at least 1".to_owned(),
                help: None,
            }));
        }
        if !in_use.jumps && position.jumps() != 0 {
            return Err(field.error(VerifyErrorKind::UnneededJumpCount));
        }
        field.require_canonical(&fen(&position, rules))?;
        Ok(position)
    }

    /// Fails unless the line has ended.
    pub fn finish(mut self) -> Result<(), VerifyError> {
        if self.next > self.line.text.len() {
            return Ok(());
        }
        self.next -= 1;
        let rest = Field {
            line: self.line,
            span: self.next..self.line.text.len(),
        };
        Err(rest.error(VerifyErrorKind::Unexpected {
            expected: "the end of the line".to_owned(),
            found: rest.found(),
        }))
    }
}

impl Field<'_> {
    pub fn text(&self) -> &str {
        &self.line.text[self.span.clone()]
    }

    pub fn error(&self, kind: VerifyErrorKind) -> VerifyError {
        self.line.error(self.span.clone(), kind)
    }

    /// The error for an unexpected field.
    pub fn unexpected(&self, expected: &str) -> VerifyError {
        self.error(VerifyErrorKind::Unexpected {
            expected: expected.to_owned(),
            found: self.found(),
        })
    }

    pub fn found(&self) -> String {
        match self.text() {
            "" => "the end of the line".to_owned(),
            text => format!("`{text}`"),
        }
    }

    /// Fails unless the field has this spelling.
    fn require_canonical(&self, expected: &str) -> Result<(), VerifyError> {
        if self.text() == expected {
            return Ok(());
        }
        let expected = expected.to_owned();
        Err(self.error(VerifyErrorKind::NotCanonical { expected }))
    }

    fn parse<T: FromStr<Err = SyntaxError>>(&self) -> Result<T, VerifyError> {
        self.text().parse().map_err(|error: SyntaxError| {
            let SyntaxError {
                span,
                message,
                help,
            } = error.shifted(self.span.start);
            self.line
                .error(span, VerifyErrorKind::BadField { message, help })
        })
    }

    /// Reads a keyword.
    pub fn keyword(&self, word: &str) -> Result<(), VerifyError> {
        if self.text() == word {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{word}`")))
        }
    }

    pub fn rules(&self) -> Result<Rules, VerifyError> {
        let rules: Rules = self.parse()?;
        self.require_canonical(&rules.to_string())?;
        Ok(rules)
    }

    pub fn color(&self) -> Result<Color, VerifyError> {
        let side: Color = self.parse()?;
        self.require_canonical(side.name())?;
        Ok(side)
    }

    /// Reads a number of plies.
    pub fn plies(&self) -> Result<Plies, VerifyError> {
        match self.text().parse() {
            // Signs and leading zeros are not canonical.
            Ok(number) if self.text() == u16::to_string(&number) => Ok(Plies(number)),
            _ => Err(self.unexpected(&format!("a number of plies, 0 to {}", u16::MAX))),
        }
    }

    /// Reads the plies left, which must be these.
    pub fn plies_left(&self, expected: Option<Plies>) -> Result<(), VerifyError> {
        if self.text() == plies(expected) {
            return Ok(());
        }
        // Report a field that is not a number of plies as such.
        if self.text() != NO_LIMIT {
            self.plies()?;
        }
        Err(self.error(VerifyErrorKind::WrongPlies {
            expected: plies(expected),
            found: self.text().to_owned(),
        }))
    }

    /// Reads a move in Berkeley notation.
    pub fn berkeley_move(&self) -> Result<BerkeleyMove, VerifyError> {
        let mv: BerkeleyMove = self.parse()?;
        self.require_canonical(&mv.to_string())?;
        Ok(mv)
    }
}

/// The position in the form of the reference rules, copied cell by cell.
pub(super) fn literal_of(position: &Position) -> LiteralPosition {
    let mut literal =
        LiteralPosition::from_cells(position.turn(), |square| match position.cell(square) {
            board::Cell::Empty => Cell::Empty,
            board::Cell::Piece(color) => Cell::piece(color),
            board::Cell::Block => Cell::Block,
        });
    literal.jumps = position.jumps().into();
    literal.plies = position.plies();
    literal
}

/// The position of the reference rules as one of the board, whose counts are those that the
/// rules use.
pub(super) fn position_of(literal: &LiteralPosition) -> Position {
    let squares_with = |cell| {
        let squares = Square::all();
        squares
            .filter(|&square| literal.cell(square) == cell)
            .collect()
    };
    let [red, blue, blocks] = [Cell::Red, Cell::Blue, Cell::Block].map(squares_with);
    Position::new(red, blue, blocks, literal.turn)
        .expect("disjoint sets")
        .with_jumps(literal.jumps.try_into().unwrap_or(u16::MAX))
        .with_plies(literal.plies)
}

/// The lines of a stream.
pub(super) struct Lines<R> {
    stream: R,
    /// The number of lines read.
    number: u64,
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line number, from 1.
    pub number: u64,
    /// The text without the line feed.
    pub text: String,
}

impl Line {
    /// An error at these bytes of the line.
    pub fn error(&self, span: std::ops::Range<usize>, kind: VerifyErrorKind) -> VerifyError {
        VerifyError {
            line: self.number,
            text: self.text.clone(),
            span,
            kind,
        }
    }

    /// An error at the whole line.
    pub fn error_for_line(&self, kind: VerifyErrorKind) -> VerifyError {
        self.error(0..self.text.len(), kind)
    }
}

impl<R: BufRead> Lines<R> {
    pub const fn of(stream: R) -> Self {
        Self { stream, number: 0 }
    }

    /// Reads the next line; `None` at the end of the stream. Reads at most one byte more than
    /// the maximum length.
    pub fn next(&mut self) -> Result<Option<Line>, VerifyError> {
        let mut bytes = Vec::new();
        let most = u64::try_from(MAX_LINE_LENGTH + 1).expect("a small number");
        let read = self
            .stream
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut bytes);
        let number = self.number + 1;
        if let Err(error) = read {
            let line = Line {
                number,
                text: String::new(),
            };
            return Err(line.error_for_line(VerifyErrorKind::Unreadable(io_error(&error))));
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number = number;
        let ended = bytes.pop_if(|last| *last == b'\n').is_some();
        let line = Line {
            number,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        };
        if bytes.len() > MAX_LINE_LENGTH {
            return Err(line.error(0..0, VerifyErrorKind::LineTooLong));
        }
        // Certificates contain printable ASCII only.
        let is_invalid = |byte: &u8| !byte.is_ascii_graphic() && *byte != b' ';
        if let Some(place) = bytes.iter().position(is_invalid) {
            let at_end = ended && place + 1 == bytes.len();
            let kind = match bytes[place] {
                b'\r' if at_end => VerifyErrorKind::CarriageReturn,
                byte => VerifyErrorKind::InvalidByte(byte),
            };
            let shown = line.text[place..].chars().next().map_or(0, char::len_utf8);
            return Err(line.error(place..place + shown, kind));
        }
        if !ended {
            return Err(line.error(
                line.text.len()..line.text.len(),
                VerifyErrorKind::MissingLineFeed,
            ));
        }
        Ok(Some(line))
    }

    /// Reads the next line; an error if the stream ends. `what` is what was expected.
    pub fn expect(&mut self, what: &str) -> Result<Line, VerifyError> {
        self.next()?.ok_or_else(|| self.ends(what))
    }

    /// The error for a stream that ends where `what` was expected.
    pub fn ends(&self, what: &str) -> VerifyError {
        let line = Line {
            number: self.number + 1,
            text: String::new(),
        };
        line.error_for_line(VerifyErrorKind::UnexpectedEnd(what.to_owned()))
    }
}
