//! Jump vectors and the table of squares that they reach.

use crate::board::{Bitboard, Square};

/// The directions and lengths of jumps, as whole symmetry classes: the leap `(2, 1)` stands for
/// the eight vectors that the symmetries of the square make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpVectors {
    /// Bit `n` is set if the leap `LEAPS[n]` is among the jumps.
    leaps: u8,
}

/// The longest leap along a rank or file.
const LONGEST: u8 = 3;

/// Every leap, the longer length first. A leap of length 1 would be an extend.
const LEAPS: [(u8, u8); 7] = [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];

/// For each square, the squares that a jump from it reaches.
pub(in crate::board) type JumpTable = [Bitboard; Square::COUNT];

/// A table for each leap.
const LEAP_TABLES: [JumpTable; LEAPS.len()] = {
    let mut tables = [[Bitboard::EMPTY; Square::COUNT]; LEAPS.len()];
    let mut leap = 0;
    while leap < LEAPS.len() {
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::from_index(index).expect("an index below 49");
            tables[leap][index] = reached(from, LEAPS[leap]);
            index += 1;
        }
        leap += 1;
    }
    tables
};

/// A table for each set of leaps.
static TABLES: [JumpTable; 1 << LEAPS.len()] = {
    let mut tables = [[Bitboard::EMPTY; Square::COUNT]; 1 << LEAPS.len()];
    let mut set = 1;
    while set < tables.len() {
        // The table without the lowest leap of the set is there already.
        let leap = &LEAP_TABLES[set.trailing_zeros() as usize];
        let mut index = 0;
        while index < Square::COUNT {
            let others = tables[set & (set - 1)][index].bits();
            tables[set][index] = Bitboard::from_bits(others | leap[index].bits());
            index += 1;
        }
        set += 1;
    }
    tables
};

/// The squares that one leap reaches from a square, in all its directions.
const fn reached(from: Square, (long, short): (u8, u8)) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while index < Square::COUNT {
        let to = Square::from_index(index).expect("an index below 49");
        let (files, ranks) = (
            from.file().abs_diff(to.file()),
            from.rank().abs_diff(to.rank()),
        );
        if files == long && ranks == short || files == short && ranks == long {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}

impl JumpVectors {
    /// No jumps.
    pub const NONE: Self = Self { leaps: 0 };
    /// All sixteen squares at Chebyshev distance 2.
    pub const DISTANCE_TWO: Self = Self { leaps: 0b111 };
    /// Ataxx Reloaded: two squares in the eight directions of a chess queen, or three along a
    /// rank or file.
    pub const RELOADED: Self = Self { leaps: 0b1101 };

    /// The vectors of these leaps, each given by its two lengths in any order. `None` if a leap
    /// is shorter than 2, which would make it an extend, or longer than 3.
    #[must_use]
    pub const fn from_leaps(leaps: &[(u8, u8)]) -> Option<Self> {
        let mut set = 0;
        let mut index = 0;
        while index < leaps.len() {
            match bit(leaps[index]) {
                Some(bit) => set |= bit,
                None => return None,
            }
            index += 1;
        }
        Some(Self { leaps: set })
    }

    /// The leaps, each with its longer length first.
    pub fn leaps(self) -> impl Iterator<Item = (u8, u8)> {
        (0..LEAPS.len())
            .filter(move |bit| self.leaps >> bit & 1 == 1)
            .map(|bit| LEAPS[bit])
    }

    /// The vectors as (files to the right, ranks up).
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        // What is reached from the middle of the board, from where no vector leads off it.
        self.table()[Square::D4.index()].squares().map(|square| {
            (
                square.file().cast_signed() - Square::D4.file().cast_signed(),
                square.rank().cast_signed() - Square::D4.rank().cast_signed(),
            )
        })
    }

    /// The Chebyshev distance of the longest jump; 0 without jumps.
    #[must_use]
    pub const fn longest(self) -> u8 {
        match self.leaps {
            0 => 0,
            1..=0b111 => 2,
            _ => LONGEST,
        }
    }

    /// For each square, the squares that a jump from it reaches. Leaps are whole symmetry
    /// classes, so these are also the squares that it is reached from.
    #[inline]
    pub(in crate::board) const fn table(self) -> &'static JumpTable {
        &TABLES[(self.leaps as usize) % TABLES.len()]
    }
}

/// The bit of a leap.
const fn bit((one, other): (u8, u8)) -> Option<u8> {
    let mut bit = 0;
    while bit < LEAPS.len() {
        let (long, short) = LEAPS[bit];
        if one == long && other == short || one == short && other == long {
            return Some(1 << bit);
        }
        bit += 1;
    }
    None
}
