//! A position's squares rank by rank from the top, as every notation of a whole
//! board writes them.

use super::{Bitboard, Cell, Color, Position, Square};
use crate::diagnostic::syntax::Fault;
use crate::diagnostic::text::counted;

/// How many squares a rank has, and how many ranks a board.
pub(crate) const SIDE: usize = Square::SIDE as usize;

/// The squares of one rank, from file a to g.
pub(crate) type Rank = [Cell; SIDE];

/// The ranks of a board, from 7 down to 1.
pub(crate) type Ranks = [Rank; SIDE];

/// The name of the rank at this distance below the top one.
pub(crate) fn rank_name(from_top: usize) -> String {
    format!("rank {}", SIDE - from_top)
}

/// What is on every square.
pub(crate) fn of(position: &Position) -> Ranks {
    let mut ranks = [[Cell::Empty; SIDE]; SIDE];
    for square in Square::all() {
        let from_top = SIDE - 1 - usize::from(square.rank());
        ranks[from_top][usize::from(square.file())] = position.cell(square);
    }
    ranks
}

/// The position with these squares and this side to move, without jumps, in the
/// first turn: no ply has been played when Red is to move, one when Blue is.
pub(crate) fn position(ranks: &Ranks, turn: Color) -> Position {
    let squares_with = |what: Cell| -> Bitboard {
        let cells = ranks.iter().rev().flatten();
        Square::all()
            .zip(cells)
            .filter(|&(_, &cell)| cell == what)
            .map(|(square, _)| square)
            .collect()
    };
    let [red, blue] = Color::BOTH.map(|color| squares_with(Cell::Piece(color)));
    Position::new(red, blue, squares_with(Cell::Block), turn)
        .expect("disjoint sets")
        .with_plies(plies(1, turn))
}

/// The plies played before a side is to move in this turn, counted from 1; a turn is a ply
/// of Red and one of Blue.
pub(crate) fn plies(turn_number: u32, turn: Color) -> u32 {
    let full = turn_number.saturating_sub(1).saturating_mul(2);
    full.saturating_add(u32::from(turn == Color::Blue))
}

/// The greatest turn number whose plies fit 32 bits.
pub(crate) const LAST_TURN: u32 = u32::MAX / 2 + 1;

/// A rank being read. It counts beyond its end, for the error message.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    cells: Rank,
    len: usize,
}

impl Row {
    pub(crate) fn new() -> Self {
        Self {
            cells: [Cell::Empty; SIDE],
            len: 0,
        }
    }

    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// The rank with this many more squares of one kind.
    pub(crate) fn with(mut self, cell: Cell, times: usize) -> Self {
        for slot in self.cells.iter_mut().skip(self.len).take(times) {
            *slot = cell;
        }
        self.len = self.len.saturating_add(times);
        self
    }

    /// The rank, if it has seven squares.
    ///
    /// # Errors
    ///
    /// If it does not: a fault about the text from `start` to `end`.
    pub(crate) fn finish<'a>(
        self,
        name: &str,
        start: &'a str,
        end: &'a str,
    ) -> Result<Rank, nom::Err<Fault<'a>>> {
        if self.len == SIDE {
            return Ok(self.cells);
        }
        let found = counted(self.len, "square");
        Err(nom::Err::Failure(Fault::between(
            start,
            end,
            format!("{name} has {found} instead of {SIDE}"),
        )))
    }
}
