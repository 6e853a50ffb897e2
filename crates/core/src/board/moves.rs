//! Moves, the iterator that generates them, and their text in the notation of the Universal Ataxx
//! Interface: `b7`, `a7c7`, `0000`.

use super::rules::JumpTable;
use super::square::square;
use super::{Bitboard, Rules, Square};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{Fault, Parsed, whole};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::alphanumeric1;
use nom::combinator::{peek, value};
use std::fmt;
use std::iter::FusedIterator;
use std::str::FromStr;

/// A move of the side to move.
///
/// An extend is known by its destination alone: whichever neighbour it comes
/// from, the resulting position is the same. Notations that name an origin get
/// one from [`Position::origins`](super::Position::origins) or keep the one that
/// was typed in a [`PlayedMove`](super::PlayedMove).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A new piece next to an own one.
    Extend {
        /// The empty square that gets the piece.
        to: Square,
    },
    /// A piece leaves its square for another further away.
    Jump {
        /// The square that is vacated.
        from: Square,
        /// The empty square that gets the piece.
        to: Square,
    },
    /// The side to move has pieces and no other move.
    Pass,
}

impl Move {
    /// The square that gets a piece; `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self {
            Self::Extend { to } | Self::Jump { to, .. } => Some(to),
            Self::Pass => None,
        }
    }

    /// The move as a number, for tables; never 0.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // squares are below 49
    pub const fn to_bits(self) -> u16 {
        match self {
            Self::Extend { to } => 1 << 12 | to.index() as u16,
            Self::Jump { from, to } => 2 << 12 | (from.index() << 6 | to.index()) as u16,
            Self::Pass => 3 << 12,
        }
    }

    /// The move of which [`to_bits`](Self::to_bits) is this number.
    #[must_use]
    #[inline]
    pub fn from_bits(bits: u16) -> Option<Self> {
        let square = |bits: u16| Square::from_index(usize::from(bits & 63));
        let (from, to) = (square(bits >> 6), square(bits));
        match bits >> 12 {
            1 => Some(Self::Extend { to: to? }),
            2 => Some(Self::Jump {
                from: from?,
                to: to?,
            }),
            3 => Some(Self::Pass),
            _ => None,
        }
    }

    /// Whether this is a jump.
    #[must_use]
    pub const fn is_jump(self) -> bool {
        matches!(self, Self::Jump { .. })
    }
}

/// The extends and jumps of one side: extends first, each in the order of
/// destinations, the jumps to one square in the order of origins.
#[derive(Clone, Debug)]
pub struct Moves {
    jumps: &'static JumpTable,
    own: Bitboard,
    extends: Bitboard,
    /// The destinations whose jumps have not been generated.
    targets: Bitboard,
    /// The current destination, and the origins of the jumps to it that are left.
    to: Square,
    origins: Bitboard,
    pass: bool,
}

impl Moves {
    /// No move at all.
    pub(super) fn none(rules: &Rules) -> Self {
        Self {
            jumps: rules.jump_vectors().table(),
            own: Bitboard::EMPTY,
            extends: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            to: Square::A1,
            origins: Bitboard::EMPTY,
            pass: false,
        }
    }

    /// The forced pass and nothing else.
    pub(super) fn only_pass(rules: &Rules) -> Self {
        Self {
            pass: true,
            ..Self::none(rules)
        }
    }

    /// The extends and jumps of the pieces `own` into the squares `empty`.
    #[inline]
    pub(super) fn of(rules: &Rules, own: Bitboard, empty: Bitboard) -> Self {
        Self {
            own,
            extends: own.grown() & empty,
            targets: empty,
            ..Self::none(rules)
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(to) = self.extends.first() {
            self.extends ^= to.into();
            return Some(Move::Extend { to });
        }
        while self.origins.is_empty() {
            let Some(to) = self.targets.first() else {
                return std::mem::take(&mut self.pass).then_some(Move::Pass);
            };
            self.targets ^= to.into();
            self.to = to;
            self.origins = self.jumps[to.index()] & self.own;
        }
        let from = self.origins.first()?;
        self.origins ^= from.into();
        Some(Move::Jump { from, to: self.to })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let jumps_to = |to: Square| (self.jumps[to.index()] & self.own).count();
        let jumps = self.origins.count() + self.targets.into_iter().map(jumps_to).sum::<u32>();
        let left = self.extends.count() + jumps + u32::from(self.pass);
        (left as usize, Some(left as usize))
    }
}

impl ExactSizeIterator for Moves {}

impl FusedIterator for Moves {}

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

impl Move {
    /// Reads a move as UAI programs write it. Beyond the notation this is `P@b3` for an
    /// extend, and `pass`, `null` and `a1a1` (any square twice) for a pass. Letters in either
    /// case.
    ///
    /// # Errors
    ///
    /// If [`FromStr`] does not read it either: the same error.
    pub fn read_leniently(text: &str) -> Result<Self, SyntaxError> {
        let text = text.trim();
        let is_pass = ["pass", "null", "0000"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word));
        if is_pass || names_a_square_twice(text) {
            return Ok(Self::Pass);
        }
        let mut letters = text.char_indices();
        if let (Some((_, 'a'..='z' | 'A'..='Z')), Some((at, '@'))) =
            (letters.next(), letters.next())
            && let Ok(to) = text[at + 1..].parse()
        {
            return Ok(Self::Extend { to });
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text that the error points at, and its message.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<Move>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn the_distance_decides_between_extend_and_jump() {
        for from in Square::all() {
            let extend = Move::Extend { to: from };
            assert_eq!(extend.to_string().parse(), Ok(extend));
            for to in Square::all() {
                let text = format!("{from}{to}");
                let expected = match from.distance(to) {
                    0 => {
                        let message = format!("a jump cannot end on {to}, where it starts");
                        assert_eq!(error(&text), (text.as_str(), message));
                        continue;
                    }
                    1 => Move::Extend { to },
                    _ => Move::Jump { from, to },
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
        assert_eq!("0000".parse(), Ok(Move::Pass));
        assert_eq!(Move::Pass.to_string(), "0000");
    }

    #[test]
    fn the_number_of_moves_left_is_known() {
        for (fen, count) in [
            ("x5o/7/7/7/7/7/o5x x", 16),
            ("7/7/7/7/7/7/x6 o", 0),
            ("x--4/---4/---4/7/7/7/6o x", 1),
        ] {
            let position: crate::board::Position = fen.parse().expect(fen);
            let mut moves = position.legal_moves(&Rules::UAI);
            for left in (0..=count).rev() {
                assert_eq!(moves.len(), left, "{fen}");
                assert_eq!(moves.next().is_some(), left > 0, "{fen}");
            }
            assert_eq!(moves.next(), None, "{fen}");
        }
    }

    #[test]
    fn numbers_of_moves_are_different_and_lead_back() {
        let extends = Square::all().map(|to| Move::Extend { to });
        let jumps =
            Square::all().flat_map(|from| Square::all().map(move |to| Move::Jump { from, to }));
        let mut numbers = std::collections::BTreeSet::from([0]);
        for mv in extends.chain(jumps).chain([Move::Pass]) {
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            assert!(numbers.insert(mv.to_bits()), "{mv}");
        }
        assert_eq!(Move::from_bits(0), None);
    }

    #[test]
    fn invalid_moves() {
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
    fn lenient_reading_accepts_forms_of_other_programs() {
        let extend = Move::Extend {
            to: "b3".parse().expect("a square"),
        };
        let pass = Move::Pass;
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
            assert_eq!(Move::read_leniently(text), Ok(expected), "{text}");
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
                Move::read_leniently(text).err(),
                text.parse::<Move>().err(),
                "{text}"
            );
            assert!(Move::read_leniently(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn lenient_reading_agrees_on_valid_moves(text in "[a-hA-H0-9@pP-]{0,6}|\\PC*") {
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(Move::read_leniently(&text), Ok(mv));
            }
            let _ = Move::read_leniently(&text);
        }
    }
}
