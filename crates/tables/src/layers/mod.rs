//! Whole small boards: the value of every position, layer by layer.
//!
//! An extend fills a square for good, and jumps and passes leave the number of pieces as it is. So
//! positions fall into *layers* by that number, and each layer depends on itself and on the layer
//! with one piece more only. [`Board::settle`] computes them from the full board down; two are in
//! memory at a time.
//!
//! # A layer
//!
//! Within a layer values depend on the count of consecutive jumps. `rounds.rs` goes backwards from
//! the limit: round `r` has the values of positions with `r` jumps left, from those of round `r - 1`
//! after a jump, and those of the layer above, at the start of a count, after an extend. The latter
//! are the same in each round and looked up once, before the first; the layer above is not needed
//! then. A pass that counts is like a jump; after one that does not, the other side is to move in the
//! same round. At the limit (round 0) the game is drawn, or the side with more pieces wins. If a round
//! changes nothing, further ones do not, either; otherwise the last round is that of the whole limit.
//! A set of squares is computed again only if a set that a jump leads to has changed in the round
//! before.
//!
//! Without a limit on jumps there are rounds until nothing changes, and what is not decided then is
//! drawn by endless play.
//!
//! # Values as bitsets
//!
//! A position is a set of occupied squares and the pieces of one side among them. Only one set of
//! each orbit under the symmetries of the board is stored (`orbits.rs`), with two bitsets over all
//! colourings (`layer.rs`), always seen from the side that has just moved: where it wins, and where
//! it does not lose. The side to move wins if a move leads to a position where it wins, having just
//! moved; and holds likewise. What it reaches, the other side lacks: the complement, with the colours
//! exchanged, is the bitset of the set itself.
//!
//! After a move every neighbour of its destination has the mover's colour, whatever it had before. So
//! one look-up serves a *cylinder*: all colourings that differ in the neighbours only. `step.rs`
//! computes for each destination a bitset over the colours of the other squares, and spreads it over
//! those of the neighbours. All of that, and the look-up itself, moves words of 64 colourings: another
//! set, and a symmetry, permute the bits of all indices alike, which takes a few exchanges of bits in
//! each word (`cylinders.rs`).

mod cylinders;
mod layer;
mod orbits;
mod region;
mod rounds;
mod step;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use cylinders::{Pair, words};
pub use layer::LayerCounts;
pub(crate) use layer::{Layer, Shape, coloring, value_in};
pub use region::Place;
use region::squares;
pub(crate) use region::{Region, SquareSet};

use crate::differences::Differences;
use crate::file::TableError;
use crate::folder::TableFolder;
use ataxx_core::board::{Move, Position, Rules, Settings, Square};
use ataxx_core::internal::live_squares;
use ataxx_core::solver::{Solution, Verdict};
pub(crate) use rounds::Finished;
use rounds::{Effort, Rounds, Stopped};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use step::Step;
use thiserror::Error;

/// Why the positions of a board are not settled layer by layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsuitable {
    /// It has too many squares.
    #[error("the board has more than {} squares", Region::MAX)]
    TooLarge,
    /// It has one file or one rank.
    #[error("the board has fewer than two files or ranks")]
    TooSmall,
    /// The values depend on how many plies have been played.
    #[error("the rules have a limit on plies")]
    PlyLimit,
    /// There is nothing to settle.
    #[error("the game is over")]
    Over,
}

/// Why layers were not completed.
#[derive(Debug, Error)]
pub enum Incomplete {
    /// The caller has ended the work.
    #[error("the work was ended early")]
    Stopped,
    /// A layer that was kept cannot be used, or none can be kept.
    #[error("{0}")]
    Table(#[from] TableError),
}

/// Gets a layer that is finished.
type Keep<'a> = &'a mut dyn FnMut(&mut Finished, &LayerCounts);

/// A small board, and a position on it.
pub struct Board {
    region: Region,
    rules: Rules,
    root: Root,
}

/// A position, by the numbers of squares.
#[derive(Clone, Copy)]
struct Root {
    own: SquareSet,
    other: SquareSet,
    jumps: u32,
}

/// A first move, and its value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// Where a jump starts.
    pub from: Option<Place>,
    /// Where the move leads; `None` for a pass.
    pub to: Option<Place>,
    /// What the side that makes it can force then.
    pub value: Verdict,
}

/// What is known once the layers of a board are settled.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The value of the position for the side to move.
    pub value: Verdict,
    /// Its first moves.
    pub first_moves: Vec<FirstMove>,
    /// All values by the number of pieces, the full board first; of the whole board, if it was
    /// asked for, or else with more pieces than the position has.
    pub counts: Vec<LayerCounts>,
}

/// How much of the work is done.
#[derive(Clone, Copy, Debug)]
pub struct LayerProgress {
    /// The number of pieces of the layer in progress.
    pub pieces: usize,
    /// The round in it.
    pub round: u32,
    /// An estimate of the share of the work that the finished layers are, from 0 to 1.
    pub finished: f64,
    /// An estimate of the share that this layer is.
    pub layer: f64,
}

/// How the work is done.
#[derive(Clone, Copy)]
pub struct LayerOptions<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Whether to settle all positions of the board; otherwise those that can come after the given
    /// one.
    pub all: bool,
    /// Called often, by all threads; the work ends once it returns `false`.
    pub proceed: &'a (dyn Fn(LayerProgress) -> bool + Sync),
    /// Where finished layers are kept, and where the work starts from if there are some. Without it
    /// two layers are in memory at a time, and forgotten.
    pub folder: Option<&'a TableFolder>,
}

impl Board {
    /// A board of this size without blocks, with the usual start: Red, to move, has the top left and
    /// the bottom right corner. It can be larger than those of [`Position`].
    ///
    /// # Errors
    ///
    /// If layers are not possible there.
    pub fn of_size(files: u8, ranks: u8, rules: &Rules) -> Result<Self, Unsuitable> {
        if files.min(ranks) < 2 {
            return Err(Unsuitable::TooSmall);
        }
        let region = Region::board(files, ranks, rules).ok_or(Unsuitable::TooLarge)?;
        let (right, top) = (files - 1, ranks - 1);
        let root = Root {
            own: region.set_of([(0, top), (right, 0)]),
            other: region.set_of([(0, 0), (right, top)]),
            jumps: 0,
        };
        Self::new(region, root, rules)
    }

    /// The squares that pieces can reach in a position.
    ///
    /// # Errors
    ///
    /// If layers are not possible there.
    pub fn of_position(position: &Position, rules: &Rules) -> Result<Self, Unsuitable> {
        if position.outcome(rules).is_some() {
            return Err(Unsuitable::Over);
        }
        let live = live_squares(position, rules);
        let region = Region::of(position, rules, live).ok_or(Unsuitable::TooLarge)?;
        let turn = position.turn();
        let root = Root {
            own: region.set(position.pieces(turn)),
            other: region.set(position.pieces(!turn)),
            jumps: position.jumps().into(),
        };
        Self::new(region, root, rules)
    }

    fn new(region: Region, root: Root, rules: &Rules) -> Result<Self, Unsuitable> {
        let Settings {
            // They are in the region.
            jump_vectors: _,
            // `Step` and `Rounds` ask the rules.
            jump_limit: _,
            pass_adds_to_count: _,
            stuck: _,
            ply_limit,
            // Placed before the game: the region is without them.
            blocks: _,
        } = rules.settings();
        if ply_limit.is_some() {
            return Err(Unsuitable::PlyLimit);
        }
        Ok(Self {
            region,
            rules: *rules,
            root,
        })
    }

    pub(crate) const fn region(&self) -> &Region {
        &self.region
    }

    /// The bytes of memory that the layers take, of the whole board or of what can come after the
    /// position.
    #[must_use]
    pub fn memory(&self, all: bool) -> u64 {
        /// What a set takes besides its values: its representative, and whether it changes.
        const OF_A_SET: u64 = (size_of::<SquareSet>() + 2 * size_of::<bool>()) as u64;
        let squares = self.region.len();
        let sets: u64 = (0..=squares).map(|pieces| self.region.orbits(pieces)).sum();
        let size = |pieces: usize| match self.region.orbits(pieces) {
            0 => 0,
            sets => sets * (size_of::<Pair>() * words(pieces)) as u64,
        };
        let layers = (self.lowest(all)..=squares).map(|pieces| {
            let above = size(pieces + 1);
            let kept = if pieces == self.pieces() { above } else { 0 };
            (3 * size(pieces) + kept).max(size(pieces) + above)
        });
        layers.max().unwrap_or(0) + sets * OF_A_SET + (4 << squares)
    }

    /// The bytes of memory that the table of the whole board takes while it is built, all layers
    /// included.
    #[must_use]
    pub fn table_memory(&self) -> u64 {
        let size =
            |pieces| self.region.orbits(pieces) * (2 * size_of::<Pair>() * words(pieces)) as u64;
        self.memory(true) + (1..=self.region.len()).map(size).sum::<u64>()
    }

    /// The number of positions that are settled.
    #[must_use]
    pub fn positions(&self, all: bool) -> u64 {
        (self.lowest(all)..=self.region.len())
            .map(|pieces| self.positions_of(pieces))
            .sum()
    }

    fn positions_of(&self, pieces: usize) -> u64 {
        let squares = self.region.len() as u64;
        let sets = (0..pieces as u64).fold(1, |sets, n| sets * (squares - n) / (n + 1));
        sets << pieces
    }

    /// The fewest pieces of a layer that is computed.
    fn lowest(&self, all: bool) -> usize {
        if all { 1 } else { self.pieces() }
    }

    /// The number of pieces of the position.
    fn pieces(&self) -> usize {
        (self.root.own | self.root.other).count_ones() as usize
    }

    /// Settles the positions of the board.
    ///
    /// # Errors
    ///
    /// If the caller ends the work, or a layer cannot be kept, or read. `settled` has what was found
    /// by then.
    pub fn settle(&self, options: LayerOptions, settled: &mut Settled) -> Result<(), Incomplete> {
        self.settle_with(&options, settled, None)
    }

    /// Like [`settle`](Self::settle); `keep` gets each layer that is finished, with its differences.
    pub(crate) fn settle_with(
        &self,
        options: &LayerOptions,
        settled: &mut Settled,
        mut keep: Option<Keep>,
    ) -> Result<(), Incomplete> {
        let &LayerOptions {
            threads,
            all,
            proceed,
            folder,
        } = options;
        let shape = Shape::new(self.region.clone());
        *settled = Settled::default();
        let mut above = Layer::default();
        if let Some(folder) = folder {
            (above, settled.counts) = folder.finished(&shape)?;
        }
        let limit = self
            .rules
            .jump_limit
            .map_or(u32::MAX, |limit| limit.jumps.get().into());
        let first = self.region.len() - settled.counts.len();
        for pieces in (self.lowest(all)..=first).rev() {
            let [finished, layer] = self.shares(pieces, all);
            let proceed = |round| {
                proceed(LayerProgress {
                    pieces,
                    round,
                    finished,
                    layer,
                })
            };
            let effort = Effort {
                threads: threads.get(),
                proceed: &proceed,
            };
            let is_root = pieces == self.pieces();
            let extended = rounds::extend(&shape, self.rules, &above, pieces, effort)?;
            if !is_root {
                above = Layer::default();
            }
            let mut rounds = Rounds::new(&shape, self.rules, extended, effort)?;
            if folder.is_some() || keep.is_some() {
                rounds.keep_differences(Differences::new(folder.map(TableFolder::path)));
            }
            if is_root {
                let left = limit.saturating_sub(self.root.jumps);
                rounds.advance(left.saturating_sub(1), effort)?;
                let values = Values {
                    shape: &shape,
                    rules: self.rules,
                    above: &above,
                    later: rounds.values(),
                };
                let Root { own, other, .. } = self.root;
                settled.first_moves = values.moves(own, other);
                settled.value = values.best(own, other, &settled.first_moves);
                if !all {
                    break;
                }
            }
            rounds.advance(limit, effort)?;
            let mut finished = rounds.finish();
            let counts = LayerCounts {
                rounds: finished.rounds,
                ..finished.layer.counts(&shape)
            };
            settled.counts.push(counts);
            if let Some(folder) = folder {
                folder.keep(&mut finished, &counts)?;
            }
            if let Some(keep) = &mut keep {
                keep(&mut finished, &counts);
            }
            above = finished.layer;
        }
        if let Some(folder) = folder
            && settled.value == Verdict::Unknown
        {
            self.look_up(folder, &shape, settled)?;
        }
        Ok(())
    }

    /// Finds the value and the first moves in layers that were kept, at the start of a count of jumps.
    fn look_up(
        &self,
        folder: &TableFolder,
        shape: &Shape,
        settled: &mut Settled,
    ) -> Result<(), TableError> {
        let pieces = self.pieces();
        let values = Values {
            shape,
            rules: self.rules,
            above: &if pieces == self.region.len() {
                Layer::default()
            } else {
                folder.layer(shape, pieces + 1, 0)?
            },
            later: &folder.layer(shape, pieces, 1)?,
        };
        let Root { own, other, .. } = self.root;
        settled.first_moves = values.moves(own, other);
        settled.value = values.best(own, other, &settled.first_moves);
        Ok(())
    }

    /// An estimate of the shares of the work that the layers above this one and itself are.
    #[allow(clippy::cast_precision_loss)] // an estimate
    fn shares(&self, pieces: usize, all: bool) -> [f64; 2] {
        let work = |layer: usize| {
            // Each position has moves to each empty square.
            self.positions_of(layer) as f64 * (self.region.len() - layer) as f64
        };
        let of = |layers: RangeInclusive<usize>| layers.map(work).sum::<f64>();
        let (above, largest) = (pieces + 1, self.region.len());
        let sum = of(self.lowest(all)..=largest).max(1.0);
        [of(above..=largest) / sum, work(pieces) / sum]
    }
}

impl From<Stopped> for Incomplete {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The values of the positions that moves lead to.
struct Values<'a> {
    shape: &'a Shape,
    rules: Rules,
    above: &'a Layer,
    /// Of this layer, with one jump more.
    later: &'a Layer,
}

impl Values<'_> {
    /// All moves of a position with their values; none if the game is over.
    fn moves(&self, own: SquareSet, other: SquareSet) -> Vec<FirstMove> {
        let region = &self.shape.region;
        let mut moves = Vec::new();
        if own == 0 || other == 0 || Step::movable(self.shape, own | other) == 0 {
            return moves;
        }
        for to in squares(region.full() & !(own | other)) {
            let near = region.near[to];
            let (mine, others) = (own | 1 << to | near & other, other & !near);
            let to_place = Some(region.place(to));
            if near & own != 0 {
                moves.push(FirstMove {
                    from: None,
                    to: to_place,
                    value: self.above.value(self.shape, mine, others),
                });
            }
            for from in squares(region.jumps[to] & own) {
                moves.push(FirstMove {
                    from: Some(region.place(from)),
                    to: to_place,
                    value: self.later.value(self.shape, mine & !(1 << from), others),
                });
            }
        }
        if moves.is_empty() {
            let value = if self.rules.pass_adds_to_count {
                self.later.value(self.shape, own, other)
            } else {
                opposite(self.best(other, own, &self.moves(other, own)))
            };
            moves.push(FirstMove {
                from: None,
                to: None,
                value,
            });
        }
        moves
    }

    /// The value of a position with these moves.
    fn best(&self, own: SquareSet, other: SquareSet, moves: &[FirstMove]) -> Verdict {
        let has = |value| moves.iter().any(|mv| mv.value == value);
        if moves.is_empty() {
            opposite(self.later.value(self.shape, other, own))
        } else if has(Verdict::Win(None)) {
            Verdict::Win(None)
        } else if has(Verdict::Draw) {
            Verdict::Draw
        } else {
            Verdict::Loss(None)
        }
    }
}

/// The value for the other side.
pub(crate) fn opposite(value: Verdict) -> Verdict {
    match value {
        Verdict::Win(plies) => Verdict::Loss(plies),
        Verdict::Loss(plies) => Verdict::Win(plies),
        other => other,
    }
}

impl FirstMove {
    /// The move on the board of seven files and ranks.
    #[must_use]
    pub fn on_board(&self) -> Option<Move> {
        let square = |(file, rank)| Square::new(file, rank);
        Some(match (self.from, self.to) {
            (None, None) => Move::Pass,
            (None, Some(to)) => Move::Extend { to: square(to)? },
            (Some(from), Some(to)) => Move::Jump {
                from: square(from)?,
                to: square(to)?,
            },
            (Some(_), None) => return None,
        })
    }
}

impl Default for Settled {
    fn default() -> Self {
        Self {
            value: Verdict::Unknown,
            first_moves: Vec::new(),
            counts: Vec::new(),
        }
    }
}

impl Settled {
    /// The value and the moves that keep it, all or one; with what a search has found out before.
    #[must_use]
    pub fn solution(&self, all_moves: bool, searched: &Solution) -> Solution {
        let moves = self.first_moves.iter();
        let moves: Vec<_> = moves
            .filter_map(|mv| Some((mv.on_board()?, mv.value)))
            .collect();
        let mut solution = Solution::of_values(&moves, all_moves);
        solution.none_within = searched.none_within;
        solution.nodes = searched.nodes;
        solution.pruning_counts = searched.pruning_counts;
        solution
    }
}
