//! The text of a move, in the notation of the Universal Ataxx Interface: `b7`, `a7c7`, `0000`.

use super::Move;
use super::square::square;
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{Fault, Parsed, whole};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::alphanumeric1;
use nom::combinator::{peek, value};
use std::fmt;
use std::str::FromStr;

/// A move in UAI's notation.
fn uai_move(input: &str) -> Parsed<'_, Move> {
    let pass = value(Move::Pass, tag("0000"));
    alt((pass, extend_or_jump)).parse(input)
}

fn extend_or_jump(input: &str) -> Parsed<'_, Move> {
    let (rest, first) = square(input)?;
    if rest.starts_with('-') {
        let help = "in UAI a jump is written without a hyphen, an extend without its origin";
        return Fault::letter(
            rest,
            "expected the square that the jump leads to, found `-`",
        )
        .with_help(Some(help.to_owned()))
        .fail();
    }
    if peek(alphanumeric1::<_, Fault>).parse(rest).is_err() {
        return Ok((rest, Move::Extend { to: first }));
    }
    let (rest, to) = square(rest)?;
    match first.distance(to) {
        0 => Fault::between(
            input,
            rest,
            format!("a jump cannot end on {to}, where it starts"),
        )
        .fail(),
        1 => Ok((rest, Move::Extend { to })),
        _ => Ok((rest, Move::Jump { from: first, to })),
    }
}

impl fmt::Display for Move {
    /// The destination of an extend, both squares of a jump, `0000` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Extend { to } => to.fmt(f),
            Self::Jump { from, to } => f.pad(&format!("{from}{to}")),
            Self::Pass => f.pad("0000"),
        }
    }
}

impl FromStr for Move {
    type Err = SyntaxError;

    /// Reads letters in either case. Both squares are accepted for an extend, too (`a7b7`).
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, uai_move)
    }
}
