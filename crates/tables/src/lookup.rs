//! The value of a position by the layers of its board.

use crate::file::{Cache, LayerFile, TableError};
use crate::layers::{Region, SquareSet, coloring, opposite, value_in, words};
use ataxx_core::board::{Bitboard, Move, Position, Rules};
use ataxx_core::solver::Verdict;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The layers of a board.
#[derive(Debug)]
pub struct Layers {
    pub rules: Rules,
    pub region: Region,
    /// By the number of pieces; `None` for those that are missing.
    pub by_pieces: Vec<Option<OpenLayer>>,
}

/// A layer that values are looked up in.
#[derive(Debug)]
pub struct OpenLayer {
    pub file: LayerFile,
    cache: Mutex<Cache>,
    /// The sets that have values, in order.
    sets: OnceLock<Vec<SquareSet>>,
}

/// How the squares of a position are those of a board: where they begin, and whether files are ranks.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    first: (u8, u8),
    is_turned: bool,
}

impl View {
    /// The view in which these squares are all squares of a board.
    pub fn of(live: Bitboard, region: &Region) -> Option<Self> {
        let places = || live.squares().map(|square| (square.file(), square.rank()));
        let first = (
            places().map(|place| place.0).min()?,
            places().map(|place| place.1).min()?,
        );
        let is_whole = live.count() as usize == region.len();
        let views = [false, true].map(|is_turned| Self { first, is_turned });
        views.into_iter().find(|view| {
            is_whole && places().all(|(file, rank)| region.has(view.place(file, rank)))
        })
    }

    fn place(self, file: u8, rank: u8) -> (u8, u8) {
        let (file, rank) = (file - self.first.0, rank - self.first.1);
        if self.is_turned {
            (rank, file)
        } else {
            (file, rank)
        }
    }

    fn set(self, squares: Bitboard, region: &Region) -> SquareSet {
        let places = squares.squares();
        region.set_of(places.map(|square| self.place(square.file(), square.rank())))
    }
}

impl Layers {
    /// All legal moves with what the side that makes them can force then; `None` if a layer is missing.
    pub fn moves(
        &self,
        view: View,
        position: &Position,
    ) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        let moves = position.legal_moves(&self.rules).map(|mv| {
            let value = self.value(view, &position.after(mv, &self.rules))?;
            Ok(value.map(|value| (mv, opposite(value))))
        });
        moves.collect()
    }

    /// The value for the side to move; `None` if its layer is missing.
    pub fn value(&self, view: View, position: &Position) -> Result<Option<Verdict>, TableError> {
        if let Some(outcome) = position.outcome(&self.rules) {
            return Ok(Some(match outcome.winner {
                None => Verdict::Draw,
                Some(winner) if winner == position.turn() => Verdict::Win(None),
                Some(_) => Verdict::Loss(None),
            }));
        }
        let [own, other] = [position.turn(), !position.turn()]
            .map(|color| view.set(position.pieces(color), &self.region));
        let layer = &self.by_pieces[(own | other).count_ones() as usize];
        let value = layer.as_ref().map(|layer| {
            let jumps = position.jumps().into();
            layer.value(&self.region, own, other, jumps)
        });
        value.transpose()
    }
}

impl OpenLayer {
    pub fn new(file: LayerFile) -> Self {
        Self {
            file,
            cache: Mutex::default(),
            sets: OnceLock::new(),
        }
    }

    /// The value for the side to move, after `jumps` consecutive jumps.
    fn value(
        &self,
        region: &Region,
        own: SquareSet,
        other: SquareSet,
        jumps: u32,
    ) -> Result<Verdict, TableError> {
        let occupied = own | other;
        let pieces = occupied.count_ones() as usize;
        let (set, map) = region.least(occupied);
        let colors = coloring(region, other, occupied, map);
        let sets = self.sets.get_or_init(|| region.representatives(pieces));
        let number = sets.partition_point(|&other| other < set) * words(pieces) + colors / 64;
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = self.file.pair(number, jumps, &mut cache)?;
        Ok(opposite(value_in(pair, colors % 64)))
    }
}
