//! The positions that the solver is measured on: [`TEXT`], and how to read it.
#![allow(dead_code)] // each program that shares this file uses a part

use ataxx_core::board::{Position, Symmetry};
use ataxx_core::notation::read_position;

/// The corpus, a position a line as `--batch` reads it.
pub const TEXT: &str = include_str!("positions.fen");

/// How many positions there are with so many empty squares.
pub const fn quota(empty: usize) -> usize {
    match empty {
        1..=8 => 13,
        9..=MAX_EMPTY => 7,
        _ => 0,
    }
}

/// As many empty squares as the start position has.
pub const MAX_EMPTY: usize = 45;

/// A position of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub id: &'static str,
    pub position: Position,
}

impl Entry {
    pub fn empty(&self) -> usize {
        self.position.empty().squares().count()
    }
}

/// All positions, in the order of the file.
///
/// # Panics
///
/// When a line is not a position and an id: the file is part of the program.
pub fn entries() -> Vec<Entry> {
    let bare = |line: &'static str| line.split('#').next().unwrap_or_default().trim();
    let lines = TEXT.lines().map(bare).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (fen, id) = line.split_once(" ; id ").expect("a position and an id");
            let position = read_position(fen).expect("a position");
            Entry { id, position }
        })
        .collect()
}

/// What stands where, from the view of the side to move: the same for any two
/// positions that a rotation, a reflection or other colours make alike. The
/// counters do not matter.
pub fn placement(position: &Position) -> [u64; 3] {
    Symmetry::all()
        .map(|symmetry| {
            let image = symmetry.position(position);
            let [own, other] = [image.turn(), !image.turn()].map(|side| image.pieces(side));
            [own, other, image.blocks()].map(ataxx_core::board::Bitboard::bits)
        })
        .min()
        .expect("eight images")
}
