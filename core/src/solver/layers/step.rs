//! The values of all colourings of a set of squares, from those that moves lead to.

use super::cylinders::{self, SET, Selection, at_least, reversed, subsets, words};
use super::layer::{AIMS, Layer, Shape};
use super::region::{Region, SquareSet, rank_in, squares};
use crate::board::{LimitResult, Rules, Stuck};
use crate::solver::Aim;

/// Computes values of one set of squares at a time.
pub struct Step<'a> {
    pub shape: &'a Shape,
    pub rules: Rules,
    scratch: Scratch,
}

/// Memory that is used again for each set. Pairs are by aim.
#[derive(Default)]
struct Scratch {
    /// The colourings of the side to move with which it reaches an aim.
    reached: [Vec<u64>; 2],
    /// Those reached with jumps to one square, which depend only on squares that are not next to
    /// it.
    jumps: [Vec<u64>; 2],
    read: Vec<u64>,
    spread: Vec<u64>,
    lookup: Lookup,
}

/// Finds the values after moves.
#[derive(Default)]
struct Lookup {
    selection: Selection,
    places: Vec<u8>,
    /// The place of each square among those that can have any colour; [`SET`] for others.
    free: [u8; Region::MOST],
}

impl Lookup {
    /// Sets the squares that can have any colour. All others have the mover's.
    fn set_free(&mut self, free: SquareSet) {
        self.free = [SET; Region::MOST];
        for (place, square) in (0..).zip(squares(free)) {
            self.free[square] = place;
        }
    }

    /// Plans to read the values of a set after a jump from a square, or after an extend. Returns
    /// the number of the set's representative.
    fn plan(&mut self, shape: &Shape, occupied: SquareSet, jumper: Option<usize>) -> usize {
        let (number, map) = shape.orbits.find(occupied);
        let jumper = jumper.unwrap_or(Region::MOST);
        self.places.clear();
        for square in squares(shape.orbits.image(occupied, map)) {
            let square = usize::from(shape.region.origins[map][square]);
            let place = self.free[square];
            // The square that a jump leaves has no place.
            let is_later = place != SET && square > jumper;
            self.places.push(place - u8::from(is_later));
        }
        self.selection.plan(&self.places);
        number
    }
}

impl<'a> Step<'a> {
    pub fn new(shape: &'a Shape, rules: Rules) -> Self {
        Self {
            shape,
            rules,
            scratch: Scratch::default(),
        }
    }

    /// The squares of a set whose pieces can move.
    pub fn movable(shape: &Shape, set: SquareSet) -> SquareSet {
        let linked = |square| shape.region.near[square] | shape.region.jumps[square];
        squares(shape.region.full() & !set).fold(0, |all, to| all | linked(to) & set)
    }

    /// The values where the count of consecutive jumps has reached the limit, or, without a limit,
    /// of a game that is played forever.
    pub fn at_limit(&mut self, set: SquareSet, out: &mut [u64]) {
        let pieces = set.count_ones() as usize;
        let result = self
            .rules
            .jump_limit
            .map_or(LimitResult::Draw, |limit| limit.result);
        for aim in AIMS {
            let least = match (result, aim) {
                (LimitResult::MorePieces, _) => majority(pieces, aim),
                (LimitResult::Draw, Aim::Win) => pieces,
                (LimitResult::Draw, Aim::Hold) => 1,
            };
            fill(&mut self.scratch.reached[aim as usize], least, pieces);
        }
        let movable = Self::movable(self.shape, set);
        self.end_games(set, movable, &AIMS);
        self.write(pieces, &AIMS, out);
    }

    /// The colourings with which the side to move reaches each aim without a jump: with an extend,
    /// by the values of the layer above, or because it has all pieces.
    pub fn extends(&mut self, set: SquareSet, above: &Layer, out: &mut [u64]) {
        let pieces = set.count_ones() as usize;
        let last = (1_usize << pieces) - 1;
        out.fill(0);
        for reached in out.chunks_exact_mut(words(pieces)) {
            reached[last / 64] = 1 << (last % 64);
        }
        let Scratch {
            read,
            spread,
            lookup,
            ..
        } = &mut self.scratch;
        for to in squares(self.shape.region.full() & !set) {
            let near = self.shape.region.near[to] & set;
            if near == 0 {
                continue;
            }
            // Whatever colours the neighbours have, they have the mover's afterwards; one has it
            // before.
            let rest = set & !near;
            lookup.set_free(rest);
            let number = lookup.plan(self.shape, set | 1 << to, None);
            let bits = index_of(set, near);
            let mask = cylinders::with_some(bits);
            for (aim, reached) in AIMS.into_iter().zip(out.chunks_exact_mut(words(pieces))) {
                lookup.selection.read(above.bitset(number, aim), read);
                let free = rest.count_ones() as usize;
                cylinders::add_spread(bits, free, mask, read, spread, reached);
            }
        }
    }

    /// The values from those after an extend ([`extends`](Self::extends)) and those after one more
    /// jump. Only those that depend on the given aims of the positions after a jump are computed.
    pub fn advance(
        &mut self,
        set: SquareSet,
        number: usize,
        extended: &Layer,
        later: &Layer,
        aims: &[Aim],
        out: &mut [u64],
    ) {
        let pieces = set.count_ones() as usize;
        for &aim in aims {
            let reached = &mut self.scratch.reached[aim as usize];
            reached.clear();
            reached.extend_from_slice(extended.bitset(number, aim));
        }
        let mut movable = 0;
        for to in squares(self.shape.region.full() & !set) {
            let jumpers = self.shape.region.jumps[to] & set;
            movable |= self.shape.region.near[to] & set | jumpers;
            if jumpers != 0 {
                self.jump_to(to, set, later, aims);
            }
        }
        let stuck = set & !movable;
        if movable == 0 || self.rules.stuck == Stuck::StopAndAward {
            self.end_games(set, movable, aims);
        } else if self.rules.pass_adds_to_count {
            for &aim in aims {
                let passed = later.bitset(number, aim);
                let reached = &mut self.scratch.reached[aim as usize];
                for index in subsets(index_of(set, stuck)) {
                    reached[index / 64] |= passed[index / 64] & 1 << (index % 64);
                }
            }
        } else {
            // The other side can move, so its values are known by now.
            let [wins, holds] = &mut self.scratch.reached;
            let last = (1 << pieces) - 1;
            for index in subsets(index_of(set, stuck)) {
                let (other, bit) = (last - index, 1 << (index % 64));
                let lacks = |reached: &[u64]| reached[other / 64] >> (other % 64) & 1 == 0;
                if lacks(holds) {
                    wins[index / 64] |= bit;
                }
                if lacks(wins) {
                    holds[index / 64] |= bit;
                }
            }
        }
        self.write(pieces, aims, out);
    }

    /// Adds the colourings that reach an aim with a jump to an empty square.
    fn jump_to(&mut self, to: usize, set: SquareSet, later: &Layer, aims: &[Aim]) {
        let Scratch {
            reached,
            jumps,
            read,
            spread,
            lookup,
        } = &mut self.scratch;
        let region = &self.shape.region;
        let near = region.near[to] & set;
        // Whatever colours the neighbours have, they have the mover's afterwards.
        let rest = set & !near;
        let free = rest.count_ones() as usize;
        for &aim in aims {
            let jumps = &mut jumps[aim as usize];
            jumps.clear();
            jumps.resize(words(free), 0);
        }
        lookup.set_free(rest);
        for jumper in squares(region.jumps[to] & set) {
            let number = lookup.plan(self.shape, set & !(1 << jumper) | 1 << to, Some(jumper));
            for &aim in aims {
                lookup.selection.read(later.bitset(number, aim), read);
                cylinders::add_with(rank_in(rest, jumper), read, &mut jumps[aim as usize]);
            }
        }
        let bits = index_of(set, near);
        for &aim in aims {
            let (jumps, reached) = (&mut jumps[aim as usize], &mut reached[aim as usize]);
            cylinders::add_spread(bits, free, u64::MAX, jumps, spread, reached);
        }
    }

    /// Decides positions in which the side to move has no move and the game is over.
    fn end_games(&mut self, set: SquareSet, movable: SquareSet, aims: &[Aim]) {
        let pieces = set.count_ones();
        let award = match (movable, self.rules.stuck) {
            (0, _) => 0,
            (_, Stuck::Pass) => return,
            (_, Stuck::StopAndAward) => {
                let empty = self.shape.region.full() & !set;
                empty.count_ones() + self.shape.region.dead
            }
        };
        for &aim in aims {
            let reached = &mut self.scratch.reached[aim as usize];
            for index in subsets(index_of(set, set & !movable)) {
                let (own, bit) = (index.count_ones(), 1 << (index % 64));
                let others = pieces - own;
                let is_good = match aim {
                    Aim::Win => own > others + award,
                    Aim::Hold => own >= others + award,
                };
                reached[index / 64] &= !bit;
                if is_good {
                    reached[index / 64] |= bit;
                }
            }
        }
    }

    /// Writes what the side to move reaches as what the other side has.
    fn write(&self, pieces: usize, aims: &[Aim], out: &mut [u64]) {
        let (wins, holds) = out.split_at_mut(words(pieces));
        for &aim in aims {
            let reached = &self.scratch.reached[aim as usize];
            let out: &mut [u64] = match aim.opposite() {
                Aim::Win => wins,
                Aim::Hold => holds,
            };
            let mask = cylinders::last_word(pieces);
            for (out, word) in out.iter_mut().zip(reversed(reached, pieces)) {
                *out = !word & mask;
            }
        }
    }
}

/// The fewest pieces with which the side with more pieces reaches an aim.
fn majority(pieces: usize, aim: Aim) -> usize {
    match aim {
        Aim::Win => pieces / 2 + 1,
        Aim::Hold => pieces.div_ceil(2),
    }
}

/// Puts the colourings with at least this many squares there.
fn fill(reached: &mut Vec<u64>, least: usize, pieces: usize) {
    reached.clear();
    reached.extend(at_least(least, pieces));
}

/// The index of the colouring in which these squares of a set have the colour.
fn index_of(set: SquareSet, squares_with: SquareSet) -> usize {
    squares(squares_with).fold(0, |index, square| index | 1 << rank_in(set, square))
}
