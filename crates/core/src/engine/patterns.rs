//! Weights of moves by the patterns of pieces around them.

use super::evaluation::rank_bits;
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

/// The patterns around all squares of a position.
#[derive(Clone, Copy)]
pub struct Surroundings([u16; Square::COUNT + 1]);

/// A number for each file, and one that is not used.
type Line = [u16; SIDE + 1];
const SIDE: usize = Square::SIDE as usize;

impl Surroundings {
    /// Those of this position, for the side to move. Blocks are like own pieces, as they cannot
    /// be attacked either.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    pub fn of(position: &Position) -> Self {
        let turn = position.turn();
        let own = position.pieces(turn) | position.blocks();
        Self::new(own, position.pieces(!turn))
    }

    /// Those of a board with these pieces of the side to move and of the other side.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    pub fn new(own: Bitboard, opp: Bitboard) -> Self {
        let digits = |table: &[Line; 128], rank: usize| -> Line {
            let (own, opp) = (&table[rank_bits(own, rank)], &table[rank_bits(opp, rank)]);
            std::array::from_fn(|file| own[file] + 2 * opp[file])
        };
        let mut patterns = [0; Square::COUNT + 1];
        let (mut below, mut here) = (Line::default(), digits(&THREE, 0));
        for (rank, zone) in ZONES.iter().enumerate() {
            let beside = digits(&BESIDE, rank);
            // Nothing is above the last rank.
            let above = digits(&THREE, rank + 1);
            // The next rank takes the place of the number that is not used.
            let line = &mut patterns[rank * SIDE..][..=SIDE];
            for (file, pattern) in line.iter_mut().enumerate() {
                *pattern = zone[file] + below[file] + 27 * beside[file] + 243 * above[file];
            }
            (below, here) = (here, above);
        }
        Self(patterns)
    }

    /// The pattern around a square, as a number in base 3: a digit for each square around it, in
    /// the order of squares, which is 0 for an empty square and for one outside the board, 1 for
    /// an own and 2 for an opposing piece; then the digits of the file and the rank, 0 for the
    /// first, 2 for the last and 1 for others.
    #[must_use]
    #[inline]
    pub fn around(&self, center: Square) -> u16 {
        self.0[center.index()]
    }
}

/// For the pieces of a rank and each file, the digits of that file and of those beside it.
static THREE: [Line; 128] = digits([1, 3, 9]);

/// For the pieces of a rank and each file, the digits of the files beside it.
static BESIDE: [Line; 128] = digits([1, 0, 3]);

/// For the pieces of a rank and each file, the sum of the weights of that file and of those
/// beside it that have a piece.
const fn digits(weights: [u16; 3]) -> [Line; 128] {
    let mut table = [[0; SIDE + 1]; 128];
    let mut rank = 0;
    while rank < table.len() {
        let mut file = 0;
        while file < SIDE {
            let mut at = 0;
            while at < weights.len() {
                // With a file before the first one.
                if (2 * rank) >> (file + at) & 1 == 1 {
                    table[rank][file] += weights[at];
                }
                at += 1;
            }
            file += 1;
        }
        rank += 1;
    }
    table
}

/// The digits of the file and the rank of each square, after eight others.
static ZONES: [Line; SIDE] = {
    const fn digit(coordinate: usize) -> u16 {
        if coordinate == 0 {
            0
        } else if coordinate == SIDE - 1 {
            2
        } else {
            1
        }
    }
    let mut table = [[0; SIDE + 1]; SIDE];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = (index % SIDE, index / SIDE);
        table[rank][file] = (digit(file) + 3 * digit(rank)) * 3_u16.pow(8);
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::positions;

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
