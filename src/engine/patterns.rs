//! How good moves are by the squares around them.

use crate::board::{Bitboard, Position, Square};

/// The weights of moves by the eight squares around their destination and around the square that
/// a jump leaves: the log-odds of being the best move, fitted to searches
/// (`docs/INTERNALS.md`). They rank moves much better than the number of pieces gained does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternTable {
    /// An extend, by the squares around its destination.
    Extend,
    /// A jump, by the squares around its destination.
    Jump,
    /// A jump, by the squares around its origin; its weight is the sum of both.
    Leave,
}

/// The number of patterns: three states of each of eight squares, and whether the square in the
/// middle is on the first, another, or the last file, and rank.
pub const PATTERNS: usize = 3_usize.pow(10);

/// The files and ranks from a square to each of the eight around it, in the order of squares.
pub const AROUND: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// The number of units in a log-odds of 1. The units are those of the histories.
pub const PATTERN_UNITS: f32 = 2_100.0;

/// For each table the weights of all patterns, in little endian.
static WEIGHTS: &[u8; 3 * 2 * PATTERNS] = include_bytes!("patterns.bin");

impl PatternTable {
    /// All tables, in the order of the file.
    pub const ALL: [Self; 3] = [Self::Extend, Self::Jump, Self::Leave];

    /// The weight of a pattern.
    #[inline]
    pub(super) fn weight(self, pattern: u16) -> i32 {
        let at = 2 * (self as usize * PATTERNS + usize::from(pattern));
        i16::from_le_bytes([WEIGHTS[at], WEIGHTS[at + 1]]).into()
    }
}

/// What stands around the squares of a position.
#[derive(Clone, Copy)]
pub struct Surroundings {
    /// The pieces of the side to move, and the blocks, which cannot be attacked either.
    own: Bitboard,
    /// The pieces of the other side.
    opp: Bitboard,
}

impl Surroundings {
    /// Those of this position, for the side to move.
    #[must_use]
    #[inline]
    pub fn of(position: &Position) -> Self {
        let turn = position.turn();
        let own = position.pieces(turn) | position.blocks();
        Self::new(own, position.pieces(!turn))
    }

    /// Those of a board with these pieces of the side to move and of the other side.
    #[must_use]
    #[inline]
    pub fn new(own: Bitboard, opp: Bitboard) -> Self {
        Self { own, opp }
    }

    /// The pattern around a square, as a number in base 3: a digit for each square around it, in
    /// the order of squares, which is 0 for an empty square and for one outside the board, 1 for
    /// an own and 2 for an opposing piece; then the digits of the file and the rank, 0 for the
    /// first, 2 for the last and 1 for others.
    #[must_use]
    #[inline]
    pub fn around(self, center: Square) -> u16 {
        let digits = |set| IN_BASE_3[usize::from(ring(set, center))];
        ZONES[center.index()] + digits(self.own) + 2 * digits(self.opp)
    }
}

/// Each number with the same digits as in base 2, but in base 3.
static IN_BASE_3: [u16; 256] = {
    let mut table = [0; 256];
    let mut number = 1;
    while number < table.len() {
        #[allow(clippy::cast_possible_truncation)] // 0 or 1
        let last = (number & 1) as u16;
        table[number] = 3 * table[number >> 1] + last;
        number += 1;
    }
    table
};

/// The digits of the file and the rank of each square, after eight others.
static ZONES: [u16; Square::COUNT] = {
    const fn digit(coordinate: u8) -> u16 {
        if coordinate == 0 {
            0
        } else if coordinate == Square::SIDE - 1 {
            2
        } else {
            1
        }
    }
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index).expect("index is below 49");
        let digits = digit(square.file()) + 3 * digit(square.rank());
        table[index] = digits * 3_u16.pow(8);
        index += 1;
    }
    table
};

/// A bit for each square around `center` that is in the set.
#[inline]
fn ring(set: Bitboard, center: Square) -> u8 {
    // In a copy of the set in which a2 has gone to the first square below and to the left.
    const SIDE: usize = Square::SIDE as usize;
    let bits = set.bits() & Bitboard::neighbors(center).bits();
    let (at, first) = (center.index(), SIDE + 1);
    let bits = if at >= first {
        bits >> (at - first)
    } else {
        bits << (first - at)
    };
    let (below, beside, above) = (bits & 7, bits >> SIDE & 5, bits >> (2 * SIDE) & 7);
    #[allow(clippy::cast_possible_truncation)] // eight bits
    let ring = (below | (beside & 1) << 3 | (beside & 4) << 2 | above << 5) as u8;
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::positions;

    #[test]
    fn a_pattern_has_a_digit_for_each_square_around() {
        for position in positions(3, 60) {
            let turn = position.turn();
            let surroundings = Surroundings::of(&position);
            for center in Square::all() {
                let state = |(files, ranks)| match center.offset(files, ranks) {
                    Some(square) if position.pieces(!turn).contains(square) => 2,
                    Some(square) if position.pieces(turn).contains(square) => 1,
                    Some(square) if position.blocks().contains(square) => 1,
                    _ => 0,
                };
                let zone = |coordinate| match coordinate {
                    0 => 0,
                    6 => 2,
                    _ => 1,
                };
                let digits = AROUND.map(state);
                let zones = [zone(center.file()), zone(center.rank())];
                let digits = digits.iter().chain(&zones).rev();
                let expected = digits.fold(0, |number, digit| 3 * number + digit);
                assert_eq!(surroundings.around(center), expected, "{position} {center}");
            }
        }
    }

    #[test]
    fn moves_that_gain_more_weigh_more() {
        let middle = Square::from_index(24).expect("a square");
        let around = Bitboard::neighbors(middle);
        let weight = |table: PatternTable, own: usize, opp: usize| {
            let own = around.squares().rev().take(own).collect();
            let opp = around.squares().take(opp).collect();
            table.weight(Surroundings::new(own, opp).around(middle))
        };
        for table in [PatternTable::Extend, PatternTable::Jump] {
            for gained in 0..4 {
                let (fewer, more) = (weight(table, 1, gained), weight(table, 1, gained + 1));
                assert!(fewer < more, "{table:?} {gained}");
            }
        }
        // A jump that leaves a gap beside own pieces is worse.
        let leave = |own| weight(PatternTable::Leave, own, 0);
        assert!(leave(7) < leave(5) && leave(5) < leave(3));
    }
}
