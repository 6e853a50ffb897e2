//! The value of a position by the layers of its board.
//!
//! A layer has values for the start of a count of jumps, and perhaps for one jump less. Where fewer
//! jumps are left than those are good for, the values of the moves decide.

use crate::file::{Cache, LayerFile, TableError};
use crate::layers::{
    Alternating, Layer, LayerCounts, Pair, Region, SquareSet, coloring, opposite, value_in, words,
};
use ataxx_core::board::{Bitboard, JumpLimit, LimitResult, Move, Position, Rules};
use ataxx_core::solver::Verdict;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most positions whose values are found by way of their moves.
const MAX_POSITIONS: usize = 50_000;

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
    values: Values,
    /// From this number of jumps left on, a value is that at the start of a count.
    rounds: u32,
    /// From this number on, it is that or the one with one jump less, in turn.
    alternating: Option<u32>,
    /// The sets that have values, in order.
    sets: OnceLock<Vec<SquareSet>>,
}

#[derive(Debug)]
enum Values {
    File(Box<LayerFile>, Mutex<Cache>),
    Memory {
        at_start: Vec<Pair>,
        one_less: Vec<Pair>,
    },
}

/// How the squares of a position are those of a board: where they begin, and whether files are ranks.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    first: (u8, u8),
    is_turned: bool,
}

/// What the layers have of a position.
enum Stored {
    /// The value.
    Exact(Verdict),
    /// The value at the start of a count of jumps, which is too far away.
    AtStart(Verdict),
    /// The layer is not there.
    Missing,
}

/// The values that were found by way of moves.
type Found = HashMap<Position, Verdict>;

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
    /// The value for the side to move; `None` if it is not found.
    pub fn value(&self, view: View, position: &Position) -> Result<Option<Verdict>, TableError> {
        self.find(view, position, &mut Found::new())
    }

    /// All legal moves with what the side that makes them can force then; `None` if one is not found.
    pub fn moves(
        &self,
        view: View,
        position: &Position,
    ) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        let mut found = Found::new();
        let moves = position.legal_moves(&self.rules).map(|mv| {
            let value = self.find(view, &position.after(mv, &self.rules), &mut found)?;
            Ok(value.map(|value| (mv, opposite(value))))
        });
        moves.collect()
    }

    fn find(
        &self,
        view: View,
        position: &Position,
        found: &mut Found,
    ) -> Result<Option<Verdict>, TableError> {
        let at_start = match self.stored(view, position)? {
            Stored::Exact(value) => return Ok(Some(value)),
            Stored::Missing => return Ok(None),
            Stored::AtStart(value) => value,
        };
        let is_draw = |limit: JumpLimit| limit.result == LimitResult::Draw;
        // Where the limit makes a draw, a value with fewer jumps left is the same, or a draw.
        let range = match (self.rules.jump_limit.is_some_and(is_draw), at_start) {
            (true, Verdict::Draw) => return Ok(Some(Verdict::Draw)),
            (true, Verdict::Win(_)) => [Verdict::Draw, Verdict::Win(None)],
            (true, _) => [Verdict::Loss(None), Verdict::Draw],
            (false, _) => [Verdict::Loss(None), Verdict::Win(None)],
        };
        if let Some(&value) = found.get(position) {
            return Ok(Some(value));
        }
        if found.len() >= MAX_POSITIONS {
            return Ok(None);
        }
        let value = self.best(view, position, range, found)?;
        if let Some(value) = value {
            found.insert(*position, value);
        }
        Ok(value)
    }

    /// The best of the values of the moves, which is in this range; `None` if it is not found.
    fn best(
        &self,
        view: View,
        position: &Position,
        [least, greatest]: [Verdict; 2],
        found: &mut Found,
    ) -> Result<Option<Verdict>, TableError> {
        let mut moves: Vec<Move> = position.legal_moves(&self.rules).collect();
        // After an extend the layers have the value.
        moves.sort_by_key(|mv| mv.is_jump());
        let mut best = least;
        let mut is_open = false;
        for mv in moves {
            let after = position.after(mv, &self.rules);
            // Between a draw and a win only a move that may win matters.
            if least == Verdict::Draw
                && let Stored::AtStart(Verdict::Draw | Verdict::Win(_)) =
                    self.stored(view, &after)?
            {
                continue;
            }
            match self.find(view, &after, found)?.map(opposite) {
                Some(value) if value == greatest => return Ok(Some(value)),
                Some(Verdict::Draw) => best = Verdict::Draw,
                Some(_) => {}
                None => is_open = true,
            }
        }
        Ok((!is_open).then_some(best))
    }

    /// What the layers have of a position, or the rules say.
    fn stored(&self, view: View, position: &Position) -> Result<Stored, TableError> {
        if let Some(outcome) = position.outcome(&self.rules) {
            return Ok(Stored::Exact(match outcome.winner {
                None => Verdict::Draw,
                Some(winner) if winner == position.turn() => Verdict::Win(None),
                Some(_) => Verdict::Loss(None),
            }));
        }
        let [own, other] = [position.turn(), !position.turn()]
            .map(|color| view.set(position.pieces(color), &self.region));
        let Some(layer) = &self.by_pieces[(own | other).count_ones() as usize] else {
            return Ok(Stored::Missing);
        };
        let jumps = u32::from(position.jumps());
        let left = self.rules.jump_limit.map_or(u32::MAX, |limit| {
            u32::from(limit.jumps.get()).saturating_sub(jumps)
        });
        let value = |one_less| layer.value(&self.region, own, other, one_less);
        Ok(match layer.alternating {
            Some(from) if left >= from => Stored::Exact(value(jumps % 2 == 1)?),
            None if left >= layer.rounds => Stored::Exact(value(false)?),
            _ => Stored::AtStart(value(false)?),
        })
    }
}

impl OpenLayer {
    /// A layer in a file.
    pub fn in_file(file: LayerFile) -> Self {
        Self {
            rounds: file.head.counts.rounds,
            alternating: file.head.alternating,
            values: Values::File(Box::new(file), Mutex::default()),
            sets: OnceLock::new(),
        }
    }

    /// A layer in memory.
    pub fn in_memory(
        layer: &Layer,
        counts: &LayerCounts,
        alternating: Option<Alternating>,
    ) -> Self {
        Self {
            rounds: counts.rounds,
            alternating: alternating.as_ref().map(|alternating| alternating.from),
            values: Values::Memory {
                at_start: layer.words.clone(),
                one_less: alternating.map_or_else(Vec::new, |alternating| alternating.before.words),
            },
            sets: OnceLock::new(),
        }
    }

    /// Its file.
    pub fn file(&self) -> Option<&LayerFile> {
        match &self.values {
            Values::File(file, _) => Some(file),
            Values::Memory { .. } => None,
        }
    }

    /// The value for the side to move, at the start of a count of jumps or with one jump less.
    fn value(
        &self,
        region: &Region,
        own: SquareSet,
        other: SquareSet,
        one_less: bool,
    ) -> Result<Verdict, TableError> {
        let occupied = own | other;
        let pieces = occupied.count_ones() as usize;
        let (set, map) = region.least(occupied);
        let colors = coloring(region, other, occupied, map);
        let sets = self.sets.get_or_init(|| region.representatives(pieces));
        let number = sets.partition_point(|&other| other < set) * words(pieces) + colors / 64;
        let pair = match &self.values {
            Values::Memory {
                one_less: pairs, ..
            } if one_less => pairs[number],
            Values::Memory { at_start, .. } => at_start[number],
            Values::File(file, cache) => {
                let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
                file.pair(number, one_less, &mut cache)?
            }
        };
        Ok(opposite(value_in(pair, colors % 64)))
    }
}
