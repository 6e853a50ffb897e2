//! The number of 3x3 squares that are needed to cover a set.
//!
//! A move flips only pieces adjacent to its destination, so within one 3x3 square.
//! Eliminating a side takes at least as many moves as it takes 3x3 squares to cover its
//! pieces.

use crate::board::{Bitboard, Square};

/// The bounding rectangle of a set that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    left: u32,
    right: u32,
    bottom: u32,
    top: u32,
}

const SIDE: u32 = Square::SIDE as u32;
const FIRST_RANK: u64 = (1 << SIDE) - 1;

impl Rectangle {
    #[inline]
    fn around(set: Bitboard) -> Self {
        let bits = set.bits();
        // Combine the ranks until the first holds all files.
        let files = bits | bits >> (4 * SIDE);
        let files = files | files >> (2 * SIDE);
        let files = (files | files >> SIDE) & FIRST_RANK;
        Self {
            left: files.trailing_zeros(),
            right: files.ilog2(),
            bottom: bits.trailing_zeros() / SIDE,
            top: bits.ilog2() / SIDE,
        }
    }

    #[inline]
    fn fits_one(self) -> bool {
        self.right - self.left <= 2 && self.top - self.bottom <= 2
    }
}

/// The 3x3 square with this corner at the bottom left, moved onto the board if necessary.
#[inline]
fn three_by_three(left: u32, bottom: u32) -> Bitboard {
    const LEFTMOST: u64 = 0b111 | 0b111 << SIDE | 0b111 << (2 * SIDE);
    let left = left.min(SIDE - 3);
    let bottom = bottom.min(SIDE - 3);
    Bitboard::from_bits(LEFTMOST << (bottom * SIDE + left))
}

#[inline]
fn without(set: Bitboard, other: Bitboard) -> Bitboard {
    set & !other
}

/// Whether one 3x3 square covers the set.
#[inline]
pub fn one_covers(set: Bitboard) -> bool {
    set.is_empty() || Rectangle::around(set).fits_one()
}

/// Whether two 3x3 squares cover the set.
///
/// Two squares touch all four sides of the bounding rectangle of what they cover, so they
/// can be moved into opposite corners of it and still cover as much.
#[inline]
fn two_cover(set: Bitboard) -> bool {
    if set.is_empty() {
        return true;
    }
    let around = Rectangle::around(set);
    let right = around.right.saturating_sub(2);
    let top = around.top.saturating_sub(2);
    let rising = without(
        without(set, three_by_three(around.left, around.bottom)),
        three_by_three(right, top),
    );
    rising.is_empty()
        || without(
            without(set, three_by_three(around.left, top)),
            three_by_three(right, around.bottom),
        )
        .is_empty()
}

/// Whether three 3x3 squares cover the set.
///
/// Of three squares that touch four sides, one touches two of them and can be moved into a
/// corner of the rectangle. If the two sides are opposite, the rectangle is no wider than a
/// square, and a square that touches a third side fits into a corner.
fn three_cover(set: Bitboard) -> bool {
    if set.is_empty() {
        return true;
    }
    let around = Rectangle::around(set);
    let right = around.right.saturating_sub(2);
    let top = around.top.saturating_sub(2);
    [
        (around.left, around.bottom),
        (around.left, top),
        (right, around.bottom),
        (right, top),
    ]
    .into_iter()
    .any(|(left, bottom)| two_cover(without(set, three_by_three(left, bottom))))
}

/// Whether more than `squares` 3x3 squares are needed to cover the set. Exact up to three;
/// beyond, `true` is proved and `false` is not.
#[inline]
pub fn needs_more_than(set: Bitboard, squares: u32) -> bool {
    match squares {
        0 => !set.is_empty(),
        1 => !one_covers(set),
        2 => !two_cover(set),
        3 => !three_cover(set),
        _ => apart(set, squares + 1) > squares,
    }
}

/// The size of a subset no two squares of which share a 3x3 square, up to `enough`. A lower
/// bound on the maximum; exact up to two.
#[inline]
pub fn apart(set: Bitboard, enough: u32) -> u32 {
    if enough <= 2 {
        return match (set.is_empty(), enough) {
            (true, _) => 0,
            (false, 2) if !one_covers(set) => 2,
            _ => 1.min(enough),
        };
    }
    let mut rest = set;
    let mut found = 0;
    while found < enough
        && let Some(square) = rest.first()
    {
        found += 1;
        rest = without(rest, NEAR[square.index()]);
    }
    // The greedy choice can miss a pair.
    if found == 1 && !one_covers(set) {
        2
    } else {
        found
    }
}

/// For each square, the squares at distance 2 or less.
static NEAR: [Bitboard; Square::COUNT] = {
    let mut near = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::from_index(index) {
            near[index] = Bitboard::of(square).grown().grown();
        }
        index += 1;
    }
    near
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All 3x3 squares on the board.
    fn all() -> Vec<Bitboard> {
        (0..5)
            .flat_map(|left| (0..5).map(move |bottom| three_by_three(left, bottom)))
            .collect()
    }

    /// The least number of 3x3 squares that cover the set, by brute force.
    fn cover_number(set: Bitboard) -> u32 {
        let Some(first) = set.first() else { return 0 };
        all()
            .into_iter()
            .filter(|square| square.contains(first))
            .map(|square| 1 + cover_number(set & !square))
            .min()
            .expect("some 3x3 square contains each square")
    }

    fn sets() -> impl Strategy<Value = Bitboard> {
        prop::collection::vec(0_usize..49, 0..14).prop_map(|indices| {
            indices
                .into_iter()
                .filter_map(Square::from_index)
                .collect::<Bitboard>()
        })
    }

    proptest! {
        #[test]
        fn the_cover_is_exact_up_to_three_and_a_lower_bound_beyond(set in sets()) {
            let needed = cover_number(set);
            for squares in 0..4 {
                prop_assert_eq!(needs_more_than(set, squares), needed > squares, "{}", squares);
            }
            for squares in 4..10 {
                prop_assert!(!needs_more_than(set, squares) || needed > squares);
            }
        }

        #[test]
        fn squares_apart_are_a_lower_bound(set in sets(), enough in 0_u32..10) {
            let found = apart(set, enough);
            prop_assert!(found <= enough);
            prop_assert!(found <= cover_number(set));
            prop_assert_eq!(found >= 1, !set.is_empty() && enough >= 1);
            if enough >= 2 {
                prop_assert_eq!(found >= 2, cover_number(set) >= 2);
            }
        }
    }
}
