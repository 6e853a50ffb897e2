//! Moves as others write them.

use crate::board::Move;
use crate::notation::SyntaxError;
use crate::notation::square::square;
use crate::notation::syntax::{Fault, Parsed, whole};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, value};
use nom::sequence::preceded;

/// Reads a move in any way that programs write it.
///
/// Besides what [`UaiMove`](crate::notation::UaiMove) reads: `P@b3` and `@b3` for an extend
/// to b3, `a7-c7` with a hyphen, and `pass`, `null`, `-`, `--` or one square twice (`a1a1`)
/// for a pass. Letters are in either case.
///
/// # Errors
///
/// When it is none of these, with the reason.
pub fn typed_move(word: &str) -> Result<Move, SyntaxError> {
    whole(word, any_move)
}

pub(super) fn any_move(input: &str) -> Parsed<'_, Move> {
    alt((pass, drop, squares)).parse(input)
}

fn pass(input: &str) -> Parsed<'_, Move> {
    let pass = alt((
        tag("0000"),
        tag_no_case("pass"),
        tag_no_case("null"),
        tag("--"),
        tag("-"),
    ));
    value(Move::Pass, pass).parse(input)
}

/// A piece that is dropped, as programs for chess variants write it.
fn drop(input: &str) -> Parsed<'_, Move> {
    let piece = (opt(one_of("pPxXoO")), char::<_, Fault>('@'));
    map(preceded(piece, square), |to| Move::Extend { to }).parse(input)
}

fn squares(input: &str) -> Parsed<'_, Move> {
    let (rest, first) = square(input)?;
    if rest.is_empty() || rest.starts_with(char::is_whitespace) {
        return Ok((rest, Move::Extend { to: first }));
    }
    let (rest, second) = preceded(opt(char('-')), square).parse(rest)?;
    let mv = match first.distance(second) {
        0 => Move::Pass,
        1 => Move::Extend { to: second },
        _ => Move::Jump {
            from: first,
            to: second,
        },
    };
    Ok((rest, mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::notation::UaiMove;
    use proptest::prelude::*;

    fn read(word: &str) -> String {
        match typed_move(word) {
            Ok(mv) => UaiMove(mv).to_string(),
            Err(error) => error.message,
        }
    }

    #[test]
    fn all_ways_to_write_a_move() {
        for word in [
            "b3", "B3", "b2b3", "B2B3", "b2-b3", "P@b3", "p@B3", "@b3", "x@b3",
        ] {
            assert_eq!(read(word), "b3", "{word}");
        }
        for word in ["a7c7", "A7C7", "a7-c7"] {
            assert_eq!(read(word), "a7c7", "{word}");
        }
        for word in ["0000", "pass", "PASS", "null", "-", "--", "a1a1", "d4-d4"] {
            assert_eq!(read(word), "0000", "{word}");
        }
    }

    #[test]
    fn what_is_no_move_says_why() {
        insta::assert_snapshot!(
            ["", "h1", "a8", "a1h2", "a7c7d7", "P@", "00000", "---", "b3x", "ä1"].map(read).join("\n"),
            @"
        expected a square, a1 to g7
        `h1` is not a square: files run from a to g
        `a8` is not a square: ranks run from 1 to 7
        `h2` is not a square: files run from a to g
        expected nothing more, found `d7`
        `P` is not a square: expected a file a to g and a rank 1 to 7
        expected nothing more, found `0`
        expected nothing more, found `-`
        `x` is not a square: expected a file a to g and a rank 1 to 7
        `ä1` is not a square: expected a file a to g and a rank 1 to 7
        "
        );
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(word in ".{0,12}") {
            let _ = typed_move(&word);
        }

        #[test]
        fn what_is_printed_is_read_back(from in 0_usize..49, to in 0_usize..49, pass: bool) {
            let square = |index| Square::from_index(index).expect("below 49");
            let (from, to) = (square(from), square(to));
            let mv = match from.distance(to) {
                _ if pass => Move::Pass,
                0 | 1 => Move::Extend { to },
                _ => Move::Jump { from, to },
            };
            prop_assert_eq!(typed_move(&UaiMove(mv).to_string()), Ok(mv));
        }
    }
}
