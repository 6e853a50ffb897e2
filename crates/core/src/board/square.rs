//! One square of the board, and its name: a file from a to g and a rank from 1 to 7.

use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{Fault, Parsed, quoted, whole};
use std::fmt;
use std::str::FromStr;

/// One of the 49 squares.
///
/// Files a to g are 0 to 6 from the left, ranks 1 to 7 are 0 to 6 from the
/// bottom. The order of squares is a1, b1, …, g1, a2, …, g7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares a board has.
    pub const COUNT: usize = 49;
    /// How many files and how many ranks a board has.
    pub const SIDE: u8 = 7;

    /// The square on this file and rank, each counted from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::SIDE && rank < Self::SIDE {
            Some(Self(rank * Self::SIDE + file))
        } else {
            None
        }
    }

    /// The square with this place in the order of squares; `None` from 49 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            #[allow(clippy::cast_possible_truncation)] // below 49
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The place in the order of squares, 0 to 48.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a to 6 for g.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// The rank, counted from 0 at the bottom.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// All squares in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..49).map(Self)
    }

    /// The square at this offset to the right and up; `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().checked_add_signed(files);
        let rank = self.rank().checked_add_signed(ranks);
        match (file, rank) {
            (Some(file), Some(rank)) => Self::new(file, rank),
            _ => None,
        }
    }

    /// Chebyshev distance: how many steps of a chess king lie between the two.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Whether this is one of the four corners.
    #[must_use]
    pub const fn is_corner(self) -> bool {
        matches!(self.file(), 0 | 6) && matches!(self.rank(), 0 | 6)
    }
}

/// A constant for each square, named in the order of squares.
macro_rules! squares {
    ($($name:ident)*) => {
        /// The squares by name.
        #[expect(missing_docs, reason = "the name says it")]
        impl Square {
            $(pub const $name: Self = Self(Order::$name as u8);)*
        }

        /// Numbers the names.
        enum Order { $($name),* }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1
    A2 B2 C2 D2 E2 F2 G2
    A3 B3 C3 D3 E3 F3 G3
    A4 B4 C4 D4 E4 F4 G4
    A5 B5 C5 D5 E5 F5 G5
    A6 B6 C6 D6 E6 F6 G6
    A7 B7 C7 D7 E7 F7 G7
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// A square's name, in either case.
///
/// The error for two letters or digits that are not a square says which half of the name is
/// wrong.
#[allow(clippy::missing_errors_doc)] // where and why it failed
pub fn square(input: &str) -> Parsed<'_, Square> {
    let name_len: usize = input
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .take(2)
        .map(char::len_utf8)
        .sum();
    let (name, rest) = input.split_at(name_len);
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    let (file, rank) = (letters.next(), letters.next());
    let file_index = file
        .filter(char::is_ascii_lowercase)
        .map(|c| c as u8 - b'a');
    let rank_index = rank
        .filter(char::is_ascii_digit)
        .and_then(|c| (c as u8 - b'0').checked_sub(1));
    if let (Some(file), Some(rank)) = (file_index, rank_index)
        && let Some(square) = Square::new(file, rank)
    {
        return Ok((rest, square));
    }
    let fault = match (file, rank) {
        (Some('a'..='g'), Some('0'..='9')) => Fault::new(
            input,
            name_len,
            format!("{} is not a square: ranks run from 1 to 7", quoted(name)),
        ),
        (Some('a'..='z'), Some('0'..='9')) => Fault::new(
            input,
            name_len,
            format!("{} is not a square: files run from a to g", quoted(name)),
        ),
        (None, _) => Fault::letter(input, "expected a square, a1 to g7"),
        _ => Fault::new(
            input,
            name_len,
            format!(
                "{} is not a square: expected a file a to g and a rank 1 to 7",
                quoted(name)
            ),
        ),
    };
    fault.miss()
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}

impl FromStr for Square {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, square)
    }
}
