//! Moves as the Universal Ataxx Interface writes them: `b7`, `a7c7`, `0000`.

use crate::board::{Move, PlayedMove, Square};
use crate::diagnostic::SyntaxError;
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

impl UaiMove {
    /// Reads a move as programs that speak UAI write it, which is more than the notation
    /// has: `P@b3` for an extend as some write drops, `pass`, `null` and `a1a1` (any square
    /// twice) for a pass. Letters in either case.
    ///
    /// # Errors
    ///
    /// When it is none of these either: as the strict reader.
    pub fn read_loosely(text: &str) -> Result<Self, SyntaxError> {
        let text = text.trim();
        let is_pass = ["pass", "null", "0000"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word));
        if is_pass || names_a_square_twice(text) {
            return Ok(Self(Move::Pass));
        }
        let mut letters = text.char_indices();
        if let (Some((_, 'a'..='z' | 'A'..='Z')), Some((at, '@'))) =
            (letters.next(), letters.next())
            && let Ok(to) = text[at + 1..].parse()
        {
            return Ok(Self(Move::Extend { to }));
        }
        text.parse()
    }
}

fn names_a_square_twice(text: &str) -> bool {
    let halves = text.get(..2).zip(text.get(2..));
    halves.is_some_and(|(first, second)| {
        first.eq_ignore_ascii_case(second) && first.parse::<Square>().is_ok()
    })
}

impl fmt::Display for UaiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for UaiMove {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        text.parse().map(Self)
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
    use proptest::prelude::*;

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

    #[test]
    fn others_write_more_than_the_notation_has() {
        let extend = UaiMove(Move::Extend {
            to: "b3".parse().expect("a square"),
        });
        let pass = UaiMove(Move::Pass);
        let cases = [
            ("b3", extend),
            ("B3", extend),
            ("b2b3", extend),
            ("P@b3", extend),
            ("x@B3", extend),
            (" b3 ", extend),
            ("0000", pass),
            ("pass", pass),
            ("PASS", pass),
            ("null", pass),
            ("a1a1", pass),
            ("g7G7", pass),
        ];
        for (text, expected) in cases {
            assert_eq!(UaiMove::read_loosely(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "none",
            "(none)",
            "P@",
            "P@h9",
            "P@b3b4",
            "@b3",
            "1@b3",
            "h1h1",
            "a1a1a1",
            "\u{e4}1",
            "\u{1f600}@b3",
        ] {
            assert_eq!(
                UaiMove::read_loosely(text).err(),
                text.parse::<UaiMove>().err(),
                "{text}"
            );
            assert!(UaiMove::read_loosely(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_the_notation_has_is_read_the_same(text in "[a-hA-H0-9@pP-]{0,6}|\\PC*") {
            if let Ok(mv) = text.parse::<UaiMove>() {
                prop_assert_eq!(UaiMove::read_loosely(&text), Ok(mv));
            }
            let _ = UaiMove::read_loosely(&text);
        }
    }
}
