//! The board of the counters: eight bits a rank, seven of them squares.
//!
//! The eighth bit of a rank is never set, so a step to the side needs no mask
//! against wrapping round, and reflections are the byte and bit reversals that
//! processors have instructions for.

use super::super::{Bitboard, Position, Rules, Square, Stuck};

/// A set of squares, eight bits a rank.
pub(super) type Wide = u64;

const RANK: Wide = 0x7F;

/// The same set in eight bits a rank.
pub(super) fn widen(set: Bitboard) -> Wide {
    (0..7)
        .map(|rank| (set.bits() >> (7 * rank) & RANK) << (8 * rank))
        .fold(0, |wide, rank| wide | rank)
}

/// A set and all squares next to it. Bits outside the board may be set.
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
pub(super) const fn grown(set: Wide) -> Wide {
    let row = set | set << 1 | set >> 1;
    row | row << 8 | row >> 8
}

/// A reflection or rotation, numbered as three bits: 1 mirrors the ranks, 2 the
/// files, 4 then exchanges files and ranks.
pub(super) const fn image(symmetry: u8, set: Wide) -> Wide {
    let mut set = match symmetry & 3 {
        0 => set,
        1 => set.swap_bytes() >> 8,
        2 => set.reverse_bits().swap_bytes() >> 1,
        _ => set.reverse_bits() >> 9,
    };
    if symmetry & 4 != 0 {
        // Exchange the off-diagonal quarters of 4x4, 2x2 and 1x1 squares in turn.
        let swap = (set ^ set >> 28) & 0x0000_0000_F0F0_F0F0;
        set ^= swap ^ swap << 28;
        let swap = (set ^ set >> 14) & 0x0000_CCCC_0000_CCCC;
        set ^= swap ^ swap << 14;
        let swap = (set ^ set >> 7) & 0x00AA_00AA_00AA_00AA;
        set ^= swap ^ swap << 7;
    }
    set
}

/// The data of the rules and the blocks that counters look up.
#[derive(Clone)]
pub(super) struct Geometry {
    /// For each bit, the squares next to it.
    pub(super) adjacent: [Wide; 64],
    /// For each bit, the squares a jump away from it.
    pub(super) ring: [Wide; 64],
    /// For each bit, the destinations that are counted for each origin: jumps, and extends
    /// if they are counted by origin.
    pub(super) counted: [Wide; 64],
    /// The largest number of squares in an entry of `counted`.
    pub(super) most_counted: u32,
    /// Whether a side without a move passes; else the game ends.
    pub(super) passes: bool,
    /// The squares that are not blocked.
    pub(super) playable: Wide,
}

impl Geometry {
    pub(super) fn new(rules: &Rules, by_origin: bool) -> Self {
        let mut geometry = Self {
            adjacent: [0; 64],
            ring: [0; 64],
            counted: [0; 64],
            most_counted: 0,
            passes: rules.stuck == Stuck::Pass,
            playable: 0,
        };
        for square in Square::all() {
            let at = bit_index(square);
            geometry.adjacent[at] = widen(Bitboard::neighbors(square));
            geometry.ring[at] = widen(rules.jump_targets(square));
            geometry.counted[at] = geometry.ring[at];
            if by_origin {
                geometry.counted[at] |= geometry.adjacent[at];
            }
            geometry.most_counted = geometry.most_counted.max(geometry.counted[at].count_ones());
        }
        geometry
    }

    /// Whether these pieces have a move into these squares.
    pub(super) fn can_move(&self, pieces: Wide, empty: Wide) -> bool {
        grown(pieces) & empty != 0 || Bits(pieces).any(|from| self.ring[from] & empty != 0)
    }

    /// Sets the blocks of a position. Returns whether they have changed.
    pub(super) fn set_blocks(&mut self, position: &Position) -> bool {
        let playable = widen(!position.blocks());
        std::mem::replace(&mut self.playable, playable) != playable
    }
}

fn bit_index(square: Square) -> usize {
    usize::from(square.rank()) * 8 + usize::from(square.file())
}

/// The numbers of the bits of a set, lowest first.
pub(super) struct Bits(pub(super) Wide);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        // Never more than 63; the mask removes the bounds checks of tables.
        Some(bit & 63)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn images_are_the_eight_symmetries() {
        // A set without any symmetry of its own.
        let set = Bitboard::from_bits(0b1011 | 1 << 20);
        let mut wide: Vec<Wide> = (0..8).map(|symmetry| image(symmetry, widen(set))).collect();
        let mut plain: Vec<Wide> = Symmetry::all().map(|s| widen(s.bitboard(set))).collect();
        wide.sort_unstable();
        plain.sort_unstable();
        wide.dedup();
        assert_eq!(wide.len(), 8);
        assert_eq!(wide, plain);
    }
}
