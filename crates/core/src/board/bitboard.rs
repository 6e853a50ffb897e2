//! A set of squares in one machine word.

use super::Square;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares: bit `n` stands for the square with index `n`.
///
/// Sets have the operators `|`, `&`, `^`, `-` and `!`, and iterate over their squares in order
/// from either end. [`bitboard!`](crate::bitboard) draws one.
///
/// ```
/// use ataxx_core::bitboard;
/// use ataxx_core::board::{Bitboard, Square};
///
/// let around_a1 = Bitboard::of(Square::A1).grown() - Square::A1.into();
/// assert_eq!(around_a1, bitboard! {
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     X X . . . . .
///     . X . . . . .
/// });
/// assert_eq!(around_a1.into_iter().rev().next(), Some(Square::B2));
/// assert_eq!(format!("{around_a1:?}"), "{b1, a2, b2}");
/// ```
///
/// The 49 squares are packed without gaps, so two sets and all that a table
/// needs beside them fit 128 bits. Bits from 49 on are always 0.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(u64);

const ALL: u64 = (1 << Square::COUNT) - 1;
const FILE_A: u64 = 0x0000_0408_1020_4081;
const FILE_G: u64 = FILE_A << 6;

static NEIGHBORS: [Bitboard; Square::COUNT] = {
    let mut neighbors = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = 1 << index;
        neighbors[index] = Bitboard(Bitboard(square).grown().0 ^ square);
        index += 1;
    }
    neighbors
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(ALL);

    /// The set with these bits; bits from 49 on are dropped.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::Bitboard};
    ///
    /// assert_eq!(Bitboard::from_bits(0b111_1111), bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X X X X X X X
    /// });
    /// assert_eq!(Bitboard::from_bits(u64::MAX), Bitboard::FULL);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ALL)
    }

    /// The bits, one for each square in the order of squares.
    ///
    /// ```
    /// use ataxx_core::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . X
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X . . . . . .
    ///     X . . . . . .
    /// };
    /// assert_eq!(set.bits(), 1 | 1 << 7 | 1 << 48);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Bitboard, Square}};
    ///
    /// assert_eq!(Bitboard::of(Square::C5), bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . X . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// How many squares are in the set, 0 to 49.
    ///
    /// ```
    /// use ataxx_core::bitboard;
    ///
    /// let set = bitboard! {
    ///     X . . . . . X
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . X . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// };
    /// assert_eq!(set.count(), 3);
    /// assert_eq!((!set).count(), 46);
    /// ```
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    ///
    /// ```
    /// use ataxx_core::bitboard;
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . X X . . . .
    ///     . X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// };
    /// assert!(!set.is_empty());
    /// assert!((set & !set).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::Square};
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . X X . . . .
    ///     . X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// };
    /// assert!(set.contains(Square::B5));
    /// assert!(!set.contains(Square::C5));
    /// ```
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the two sets have a square in common.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Bitboard, Square}};
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X . . . . . .
    ///     X X . . . . .
    /// };
    /// assert!(set.intersects(Bitboard::neighbors(Square::C2)));
    /// assert!(!set.intersects(Bitboard::neighbors(Square::D2)));
    /// ```
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::Bitboard};
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . X X . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// };
    /// assert!(set.is_subset(set.grown()));
    /// assert!(!set.grown().is_subset(set));
    /// assert!(Bitboard::EMPTY.is_subset(set));
    /// ```
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first square in order.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Bitboard, Square}};
    ///
    /// // Ranks count before files.
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . X
    ///     . . . . . . .
    /// };
    /// assert_eq!(set.first(), Some(Square::G2));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The last square in order.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Bitboard, Square}};
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . X
    ///     . . . . . . .
    /// };
    /// assert_eq!(set.last(), Some(Square::A5));
    /// assert_eq!(Bitboard::EMPTY.last(), None);
    /// ```
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        match self.0.checked_ilog2() {
            Some(bit) => Square::from_index(bit as usize),
            None => None,
        }
    }

    /// This set and every square at Chebyshev distance 1 from it.
    ///
    /// ```
    /// use ataxx_core::bitboard;
    ///
    /// let set = bitboard! {
    ///     X . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . X .
    ///     . . . . . . .
    /// };
    /// assert_eq!(set.grown(), bitboard! {
    ///     X X . . . . .
    ///     X X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . X X X
    ///     . . . . X X X
    ///     . . . . X X X
    /// });
    /// ```
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    pub const fn grown(self) -> Self {
        let row = self.0 | (self.0 & !FILE_G) << 1 | (self.0 & !FILE_A) >> 1;
        Self((row | row << 7 | row >> 7) & ALL)
    }

    /// The squares at Chebyshev distance 1 from a square: three to eight.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Bitboard, Square}};
    ///
    /// assert_eq!(Bitboard::neighbors(Square::F6), bitboard! {
    ///     . . . . X X X
    ///     . . . . X . X
    ///     . . . . X X X
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// assert_eq!(Bitboard::neighbors(Square::A1).count(), 3);
    /// ```
    #[must_use]
    #[inline]
    pub const fn neighbors(square: Square) -> Self {
        NEIGHBORS[square.index()]
    }

    /// The squares in order.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::Square};
    ///
    /// let set = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . X
    ///     . . . . . . .
    /// };
    /// assert!(set.squares().eq([Square::G2, Square::A5, Square::B5]));
    /// assert!(set.squares().rev().eq([Square::B5, Square::A5, Square::G2]));
    /// ```
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(self.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    /// Every square of the board that is not in the set.
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    /// The squares of this set that are not in the other.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}

/// The squares of a [`Bitboard`] in order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Square::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).last()?;
        self.0 ^= 1 << square.index();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn squares_of(set: Bitboard) -> BTreeSet<Square> {
        set.squares().collect()
    }

    fn any_set() -> impl Strategy<Value = Bitboard> {
        any::<u64>().prop_map(|bits| Bitboard(bits & ALL))
    }

    proptest! {
        /// Each operator is that of sets.
        #[test]
        fn operators_are_those_of_sets(one in any_set(), other in any_set()) {
            let (left, right) = (squares_of(one), squares_of(other));
            prop_assert_eq!(squares_of(one & other), &left & &right);
            prop_assert_eq!(squares_of(one | other), &left | &right);
            prop_assert_eq!(squares_of(one ^ other), &left ^ &right);
            prop_assert_eq!(squares_of(one - other), &left - &right);
            let rest: BTreeSet<Square> = Square::all().filter(|square| !left.contains(square)).collect();
            prop_assert_eq!(squares_of(!one), rest);
            let mut set = one;
            set -= other;
            prop_assert_eq!(set, one - other);
            set |= other;
            prop_assert_eq!(set, one | other);
            set ^= one;
            prop_assert_eq!(set, other - one);
            set &= one;
            prop_assert!(set.is_empty());
            set.extend(left);
            prop_assert_eq!(set, one);
            set.extend(right.iter().copied());
            prop_assert_eq!(set, one | other);
            prop_assert_eq!(format!("{other:?}"), format!("{right:?}"));
            prop_assert_eq!(right.into_iter().collect::<Bitboard>(), other);
        }
    }
}
