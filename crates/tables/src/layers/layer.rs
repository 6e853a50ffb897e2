//! All positions with one number of pieces, and their values.

use super::cylinders::{Pair, last_word, words};
use super::orbits::Orbits;
use super::region::{Region, SquareSet, rank_in, squares};
use ataxx_core::solver::{Aim, Verdict};
use serde::{Deserialize, Serialize};

/// The values of all positions with one number of pieces.
///
/// For each representative of the sets of occupied squares there are two bitsets, word by word, over
/// the pieces of the side that has just moved: those with which it wins, and those with which it
/// holds. So a move looks up what the mover has then.
#[derive(Clone, Default)]
pub struct Layer {
    pub pieces: usize,
    pub words: Vec<Pair>,
}

impl Layer {
    /// A layer of positions that are all lost for both.
    pub fn new(pieces: usize, orbits: &Orbits) -> Self {
        let sets = orbits.representatives(pieces).len();
        Self {
            pieces,
            words: vec![[0; 2]; sets * words(pieces)],
        }
    }

    /// The bitsets of the set with this number.
    #[inline]
    pub fn bitsets(&self, set: usize) -> &[Pair] {
        let words = words(self.pieces);
        &self.words[set * words..][..words]
    }

    /// The value for the side that has just moved.
    pub fn value(&self, shape: &Shape, moved: SquareSet, other: SquareSet) -> Verdict {
        let occupied = moved | other;
        let (set, map) = shape.orbits.find(occupied);
        let colors = coloring(&shape.region, moved, occupied, map);
        value_in(self.bitsets(set)[colors / 64], colors % 64)
    }

    /// Counts the positions by their values.
    pub fn counts(&self, shape: &Shape) -> LayerCounts {
        let mut counts = LayerCounts {
            pieces: self.pieces,
            ..LayerCounts::default()
        };
        let ones = |set, aim: Aim| -> u64 {
            let words = self.bitsets(set).iter().map(|pair| pair[aim as usize]);
            words.map(|word| u64::from(word.count_ones())).sum()
        };
        let all = u64::from(last_word(self.pieces).count_ones()) * words(self.pieces) as u64;
        for (set, &squares) in shape.orbits.representatives(self.pieces).iter().enumerate() {
            let times = shape.orbits.size(squares);
            let (wins, holds) = (ones(set, Aim::Win), ones(set, Aim::Hold));
            counts.lost += times * wins;
            counts.drawn += times * (holds - wins);
            counts.won += times * (all - holds);
        }
        counts
    }
}

/// The number of the colouring in which the occupied squares have the pieces of the side that has
/// just moved, after a symmetry.
pub fn coloring(region: &Region, moved: SquareSet, occupied: SquareSet, map: usize) -> usize {
    let map = &region.symmetries[map];
    let image = |set| squares(set).fold(0, |image, square| image | 1 << map[square]);
    let occupied: SquareSet = image(occupied);
    squares(image(moved))
        .map(|square| rank_in(occupied, square))
        .fold(0, |colors, bit| colors | 1 << bit)
}

/// The value of a colouring for the side that has just moved.
pub fn value_in(pair: Pair, bit: usize) -> Verdict {
    let has = |aim: Aim| pair[aim as usize] >> bit & 1 == 1;
    match (has(Aim::Win), has(Aim::Hold)) {
        (true, _) => Verdict::Win(None),
        (false, true) => Verdict::Draw,
        (false, false) => Verdict::Loss(None),
    }
}

/// How many positions with one number of pieces are won, lost and drawn for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerCounts {
    /// The number of pieces.
    pub pieces: usize,
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    /// Positions that neither side can force to win.
    pub drawn: u64,
    /// The greatest number of consecutive jumps that decides a position.
    pub rounds: u32,
}

impl LayerCounts {
    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

/// A board: its squares and the sets of them.
pub struct Shape {
    pub region: Region,
    pub orbits: Orbits,
}

impl Shape {
    pub fn new(region: Region) -> Self {
        Self {
            orbits: Orbits::of(&region),
            region,
        }
    }
}
