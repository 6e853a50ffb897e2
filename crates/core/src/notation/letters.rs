//! Blocks as the document of 2008 names them: `3gh`.
//!
//! ```text
//!   . d e 4
//!   a g f 5    the upper left quarter: a7 is at the top left, d4, which has no
//!   b c h 6    letter, at the bottom right
//!   1 2 3 .
//! ```

use crate::board::{Bitboard, Position, Square};
use crate::diagnostic::syntax::{Fault, Parsed, SyntaxError, found, quoted, whole};
use nom::Parser;
use nom::character::complete::anychar;
use nom::combinator::map_opt;
use nom::multi::fold_many0;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A set of blocks that has letters: each stands for a square of the upper left
/// quarter and its reflections in the middle file, the middle rank and both.
///
/// Reading takes letters in either case and any order; repeats do no harm. Writing
/// puts digits first, as the document does, each kind in its order.
///
/// ```
/// use ataxx_core::notation::BlockLetters;
///
/// let letters: BlockLetters = "hg3".parse().expect("three letters");
/// assert_eq!(letters.to_string(), "3gh");
/// assert_eq!(letters.squares().count(), 10);
/// assert_eq!(BlockLetters::try_from(letters.squares()), Ok(letters));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockLetters {
    /// One bit for each of [`LETTERS`]; never 0.
    bits: u16,
}

/// Why a set of blocks has no letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoLetters {
    /// No square is blocked, and an empty list of letters is an error.
    #[error("no square is blocked")]
    Empty,
    /// A corner is blocked.
    #[error("{square} is a corner, and corners have no letters")]
    Corner {
        /// The first such corner.
        square: Square,
    },
    /// The middle square is blocked.
    #[error("d4 is blocked, and the middle square has no letter")]
    Middle,
    /// A square is blocked and one of its reflections is not.
    #[error("{square} is blocked without all of its reflections")]
    Asymmetric {
        /// The first such square.
        square: Square,
    },
}

/// The letters in the order of writing, each with its file and rank from 0.
const LETTERS: [(char, u8, u8); 14] = [
    ('1', 0, 3),
    ('2', 1, 3),
    ('3', 2, 3),
    ('4', 3, 6),
    ('5', 3, 5),
    ('6', 3, 4),
    ('a', 0, 5),
    ('b', 0, 4),
    ('c', 1, 4),
    ('d', 1, 6),
    ('e', 2, 6),
    ('f', 2, 5),
    ('g', 1, 5),
    ('h', 2, 4),
];

impl BlockLetters {
    /// The squares that the letters name, without reflections, in the order of
    /// writing.
    pub fn named_squares(self) -> impl Iterator<Item = Square> {
        self.entries()
            .filter_map(|(_, file, rank)| Square::new(file, rank))
    }

    /// All squares that are blocked, reflections included.
    #[must_use]
    pub fn squares(self) -> Bitboard {
        self.named_squares()
            .map(Position::block_set)
            .fold(Bitboard::EMPTY, |all, set| all | set)
    }

    fn entries(self) -> impl Iterator<Item = (char, u8, u8)> {
        LETTERS
            .into_iter()
            .enumerate()
            .filter(move |(index, _)| self.bits >> index & 1 == 1)
            .map(|(_, entry)| entry)
    }
}

impl TryFrom<Bitboard> for BlockLetters {
    type Error = NoLetters;

    fn try_from(blocks: Bitboard) -> Result<Self, NoLetters> {
        if blocks.is_empty() {
            return Err(NoLetters::Empty);
        }
        for square in blocks {
            if square.is_corner() {
                return Err(NoLetters::Corner { square });
            }
            let set = Position::block_set(square);
            if set.count() == 1 {
                return Err(NoLetters::Middle);
            }
            if !set.is_subset(blocks) {
                return Err(NoLetters::Asymmetric { square });
            }
        }
        let named = |&(_, file, rank): &(char, u8, u8)| {
            Square::new(file, rank).is_some_and(|square| blocks.contains(square))
        };
        let bits = LETTERS
            .iter()
            .enumerate()
            .filter(|(_, entry)| named(entry))
            .fold(0, |bits, (index, _)| bits | 1 << index);
        Ok(Self { bits })
    }
}

/// The letters of blocks, up to a blank.
#[allow(clippy::missing_errors_doc)] // where and why it failed
pub fn block_letters(input: &str) -> Parsed<'_, BlockLetters> {
    let what = "the letters of blocks, a to h and 1 to 6";
    let (rest, bits) = fold_many0(letter, || 0, |bits, bit| bits | bit).parse(input)?;
    match rest.chars().next().filter(|next| !next.is_whitespace()) {
        Some(other) => {
            let shown = quoted(other.encode_utf8(&mut [0; 4]));
            let message = format!("{shown} names no square: expected {what}");
            Fault::letter(rest, message).miss()
        }
        None if bits == 0 => {
            let message = format!("expected {what}, found {}", found(rest));
            Fault::word(rest, message).miss()
        }
        None => Ok((rest, BlockLetters { bits })),
    }
}

/// The bit of one letter.
fn letter(input: &str) -> Parsed<'_, u16> {
    map_opt(anychar, |letter| {
        let letter = letter.to_ascii_lowercase();
        let index = LETTERS.iter().position(|&(name, ..)| name == letter)?;
        Some(1 << index)
    })
    .parse(input)
}

impl fmt::Display for BlockLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.entries().map(|(letter, ..)| letter).collect();
        f.pad(&letters)
    }
}

impl FromStr for BlockLetters {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, block_letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> BlockLetters {
        text.parse().expect(text)
    }

    fn squares(names: &str) -> Bitboard {
        names
            .split(' ')
            .map(|name| name.parse::<Square>().expect(name))
            .collect()
    }

    /// The text that the error points at, and its message.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<BlockLetters>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn every_letter_names_its_square() {
        let names = "1=a4 2=b4 3=c4 4=d7 5=d6 6=d5 a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5";
        for (letter, name) in names.split(' ').filter_map(|pair| pair.split_once('=')) {
            let square: Square = name.parse().expect(name);
            let letters = read(letter);
            assert_eq!(letters.named_squares().collect::<Vec<_>>(), [square]);
            assert_eq!(letters.squares(), Position::block_set(square));
            assert_eq!(letters.to_string(), letter);
        }
    }

    #[test]
    fn the_example_of_the_document() {
        let letters = read("3gh");
        assert_eq!(letters.squares().count(), 10);
        assert_eq!(letters.squares(), squares("c4 e4 b6 f6 b2 f2 c5 e5 c3 e3"));
        assert_eq!(read("HgG3h"), letters);
        assert_eq!(read("HgG3h").to_string(), "3gh");
    }

    #[test]
    fn sets_without_letters() {
        let letters = |names| BlockLetters::try_from(squares(names));
        let square = |name: &str| name.parse::<Square>().expect(name);
        assert_eq!(letters("c4 e4"), Ok(read("3")));
        assert_eq!(letters("c4 e4 d4"), Err(NoLetters::Middle));
        assert_eq!(
            letters("g7"),
            Err(NoLetters::Corner {
                square: square("g7")
            })
        );
        assert_eq!(
            letters("b2 b6 f6"),
            Err(NoLetters::Asymmetric {
                square: square("b2")
            })
        );
        assert_eq!(
            BlockLetters::try_from(Bitboard::EMPTY),
            Err(NoLetters::Empty)
        );
    }

    #[test]
    fn invalid_letters() {
        let what = "expected the letters of blocks, a to h and 1 to 6";
        for (text, other) in [("3gx", "x"), ("7", "7"), ("ä", "ä"), ("a-b", "-")] {
            let message = format!("`{other}` names no square: {what}");
            assert_eq!(error(text), (other, message));
        }
        assert_eq!(error(""), ("", format!("{what}, found the end")));
        assert_eq!(error(" 3"), ("", format!("{what}, found `3`")));
        assert_eq!(
            error("3 4"),
            ("4", "expected nothing more, found `4`".to_owned())
        );
    }
}
