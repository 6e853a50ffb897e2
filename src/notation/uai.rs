//! Moves as the Universal Ataxx Interface writes them: `b7`, `a7c7`, `0000`.

use super::square::square;
use super::syntax::{Fault, Parsed, SyntaxError, whole};
use crate::board::{Move, PlayedMove};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::alphanumeric1;
use nom::combinator::{peek, value};
use std::fmt;
use std::str::FromStr;

/// A move that is read and written as its destination for an extend, as both
/// squares for a jump and as `0000` for a pass.
///
/// Reading takes letters in either case, and both squares for an extend too
/// (`a7b7`): squares at distance 1 are an extend. The first of them is then not
/// looked at, because the move is the same from whichever neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UaiMove(pub Move);

/// A move in UAI's notation.
pub(crate) fn uai_move(input: &str) -> Parsed<'_, Move> {
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

impl fmt::Display for UaiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Extend { to } => f.pad(&to.to_string()),
            Move::Jump { from, to } => f.pad(&format!("{from}{to}")),
            Move::Pass => f.pad("0000"),
        }
    }
}

impl FromStr for UaiMove {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, uai_move).map(Self)
    }
}

impl From<Move> for UaiMove {
    fn from(mv: Move) -> Self {
        Self(mv)
    }
}

impl From<PlayedMove> for UaiMove {
    fn from(played: PlayedMove) -> Self {
        Self(played.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// What the error blames, and what it says.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<UaiMove>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn squares_decide_what_the_move_is() {
        for from in Square::all() {
            let extend = UaiMove(Move::Extend { to: from });
            assert_eq!(extend.to_string().parse(), Ok(extend));
            for to in Square::all() {
                let text = format!("{from}{to}");
                let expected = match from.distance(to) {
                    0 => {
                        let message = format!("a jump cannot end on {to}, where it starts");
                        assert_eq!(error(&text), (text.as_str(), message));
                        continue;
                    }
                    1 => UaiMove(Move::Extend { to }),
                    _ => UaiMove(Move::Jump { from, to }),
                };
                assert_eq!(text.parse(), Ok(expected));
                assert_eq!(text.to_uppercase().parse(), Ok(expected));
                let canonical = expected.to_string();
                assert_eq!(
                    canonical,
                    if from.distance(to) == 1 {
                        to.to_string()
                    } else {
                        text
                    }
                );
            }
        }
        assert_eq!("0000".parse(), Ok(UaiMove(Move::Pass)));
        assert_eq!(UaiMove(Move::Pass).to_string(), "0000");
    }

    #[test]
    fn moves_that_are_none() {
        let cases = [
            ("", "", "expected a square, a1 to g7"),
            ("h1", "h1", "`h1` is not a square: files run from a to g"),
            ("a7c8", "c8", "`c8` is not a square: ranks run from 1 to 7"),
            (
                "a7-c7",
                "-",
                "expected the square that the jump leads to, found `-`",
            ),
            ("a7c7d7", "d7", "expected nothing more, found `d7`"),
            ("00001", "1", "expected nothing more, found `1`"),
            ("a7 c7", "c7", "expected nothing more, found `c7`"),
        ];
        for (text, blamed, message) in cases {
            assert_eq!(error(text), (blamed, message.to_owned()), "{text}");
        }
    }
}
