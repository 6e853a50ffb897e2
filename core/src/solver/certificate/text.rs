//! The text form of each value of a certificate. Each has exactly one spelling.

use super::error::{VerifyError, VerifyErrorKind};
use super::lines::Line;
use super::{Aim, Claim, Obligation};
use crate::board::{self, Color, Position, Rules, Square};
use crate::notation::{BerkeleyMove, SyntaxError};
use crate::reference::{Cell, LiteralPosition};
use crate::solver::Plies;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Written instead of the plies left if there is no limit.
const NO_LIMIT: &str = "-";

/// Plies left, or the mark for no limit.
pub(super) fn plies(plies: Option<Plies>) -> String {
    plies.map_or_else(|| NO_LIMIT.to_owned(), |Plies(plies)| plies.to_string())
}

impl fmt::Display for Claim {
    /// As in a certificate, such as `win red 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Win { winner, within } => format!("win {} {}", winner.name(), within.0),
            Self::Exactly { winner, plies } => format!("exact {} {}", winner.name(), plies.0),
            Self::None { within } => format!("none {}", within.0),
            Self::Draw => "draw".to_owned(),
        })
    }
}

impl fmt::Display for Obligation {
    /// As in a certificate, such as `strategy hold blue 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Win => "win",
            Aim::Hold => "hold",
        };
        let (holder, plies) = (self.holder.name(), plies(self.plies));
        f.pad(&format!("strategy {aim} {holder} {plies}"))
    }
}

/// The position with the counts that the rules do not use set to 0. Two positions are
/// equivalent if the results are equal.
pub(super) fn identity(mut position: LiteralPosition, rules: &Rules) -> LiteralPosition {
    if rules.jump_limit.is_none() {
        position.jumps = 0;
    }
    if rules.ply_limit.is_none() {
        position.plies = 0;
    }
    position
}

/// A position as a FEN with the fields that the rules need: the turn number only if the
/// rules limit the length of a game.
pub(super) fn fen(position: &Position, rules: &Rules) -> String {
    let jumps = rules.jump_limit.map_or(0, |_| position.jumps());
    let fen = position.with_jumps(jumps).to_string();
    let fields: Vec<&str> = fen.split(' ').take(fen_fields(rules)).collect();
    fields.join(" ")
}

/// The number of fields of a FEN.
fn fen_fields(rules: &Rules) -> usize {
    if rules.ply_limit.is_some() { 4 } else { 3 }
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
        let field = self.several(fen_fields(rules));
        let position: Position = field.parse()?;
        // In other places a turn 0 is read as 1.
        if rules.ply_limit.is_some() && field.text().split(' ').nth(3) == Some("0") {
            return Err(field.error(VerifyErrorKind::BadField {
                message: "the turn number is at least 1".to_owned(),
                help: None,
            }));
        }
        if rules.jump_limit.is_none() && position.jumps() != 0 {
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
    let holding = |cell| {
        let squares = Square::all();
        squares
            .filter(|&square| literal.cell(square) == cell)
            .collect()
    };
    let [red, blue, blocks] = [Cell::Red, Cell::Blue, Cell::Block].map(holding);
    Position::new(red, blue, blocks, literal.turn)
        .expect("a cell holds one thing")
        .with_jumps(literal.jumps.try_into().unwrap_or(u16::MAX))
        .with_plies(literal.plies)
}
