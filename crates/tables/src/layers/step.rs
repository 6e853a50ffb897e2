//! The values of all colourings of a set of squares, from those that moves lead to.

use super::cylinders::{self, Pair, SET, Selection, at_least, reversed, subsets, words};
use super::layer::{Layer, Shape};
use super::region::{Region, SquareSet, rank_in, squares};
use ataxx_core::board::{LimitResult, Rules, Stuck};

/// Computes values of one set of squares at a time.
pub struct Step<'a> {
    pub shape: &'a Shape,
    pub rules: Rules,
    scratch: Scratch,
}

/// Memory that is used again for each set.
#[derive(Default)]
struct Scratch {
    /// The colourings of the side to move with which it reaches an aim.
    reached: Vec<Pair>,
    /// Those reached with jumps to one square, which depend only on squares that are not next to
    /// it.
    jumps: Vec<Pair>,
    read: Vec<Pair>,
    spread: Vec<Pair>,
    lookup: Lookup,
}

/// Finds the values after moves.
#[derive(Default)]
struct Lookup {
    selection: Selection,
    places: Vec<u8>,
    /// The place of each square among those that can have any colour; [`SET`] for others.
    free: [u8; Region::MAX],
}

impl Lookup {
    /// Sets the squares that can have any colour. All others have the mover's.
    fn set_free(&mut self, free: SquareSet) {
        self.free = [SET; Region::MAX];
        for (place, square) in (0..).zip(squares(free)) {
            self.free[square] = place;
        }
    }

    /// Plans to read the values of a set after a jump from a square, or after an extend. Returns
    /// the number of the set's representative.
    fn plan(&mut self, shape: &Shape, occupied: SquareSet, jumper: Option<usize>) -> usize {
        let (number, map) = shape.orbits.find(occupied);
        let jumper = jumper.unwrap_or(Region::MAX);
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
    pub fn at_limit(&mut self, set: SquareSet, out: &mut [Pair]) {
        let pieces = set.count_ones() as usize;
        let result = self
            .rules
            .jump_limit
            .map_or(LimitResult::Draw, |limit| limit.result);
        // The fewest pieces with which a side wins, and holds.
        let [win, hold] = match result {
            LimitResult::MorePieces => [pieces / 2 + 1, pieces.div_ceil(2)],
            LimitResult::Draw => [pieces, 1],
        };
        let reached = &mut self.scratch.reached;
        reached.clear();
        let words = at_least(win, pieces).zip(at_least(hold, pieces));
        reached.extend(words.map(|(win, hold)| [win, hold]));
        let movable = Self::movable(self.shape, set);
        self.end_games(set, movable);
        self.write(pieces, out);
    }

    /// The colourings with which the side to move reaches each aim without a jump: with an extend,
    /// by the values of the layer above, or because it has all pieces.
    pub fn extends(&mut self, set: SquareSet, above: &Layer, out: &mut [Pair]) {
        let pieces = set.count_ones() as usize;
        let last = (1_usize << pieces) - 1;
        out.fill([0; 2]);
        out[last / 64] = [1 << (last % 64); 2];
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
            lookup.selection.read(above.bitsets(number), read);
            let bits = index_of(set, near);
            let mask = cylinders::with_some(bits);
            let free = rest.count_ones() as usize;
            cylinders::add_spread(bits, free, mask, read, spread, out);
        }
    }

    /// The values from those after an extend ([`extends`](Self::extends)) and those after one more
    /// jump.
    pub fn advance(
        &mut self,
        set: SquareSet,
        number: usize,
        extended: &Layer,
        later: &Layer,
        out: &mut [Pair],
    ) {
        let pieces = set.count_ones() as usize;
        self.scratch.reached.clear();
        let reached = extended.bitsets(number);
        self.scratch.reached.extend_from_slice(reached);
        let mut movable = 0;
        for to in squares(self.shape.region.full() & !set) {
            let jumpers = self.shape.region.jumps[to] & set;
            movable |= self.shape.region.near[to] & set | jumpers;
            if jumpers != 0 {
                self.jump_to(to, set, later);
            }
        }
        let stuck = set & !movable;
        let reached = &mut self.scratch.reached;
        if movable == 0 || self.rules.stuck == Stuck::StopAndAward {
            self.end_games(set, movable);
        } else if self.rules.pass_adds_to_count {
            let passed = later.bitsets(number);
            for index in subsets(index_of(set, stuck)) {
                for (reached, passed) in reached[index / 64].iter_mut().zip(passed[index / 64]) {
                    *reached |= passed & 1 << (index % 64);
                }
            }
        } else {
            // The other side can move, so its values are known by now.
            let last = (1 << pieces) - 1;
            for index in subsets(index_of(set, stuck)) {
                let other = last - index;
                let [wins, holds] = reached[other / 64].map(|word| word >> (other % 64) & 1);
                let [win, hold] = &mut reached[index / 64];
                *win |= (holds ^ 1) << (index % 64);
                *hold |= (wins ^ 1) << (index % 64);
            }
        }
        self.write(pieces, out);
    }

    /// Adds the colourings that reach an aim with a jump to an empty square.
    fn jump_to(&mut self, to: usize, set: SquareSet, later: &Layer) {
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
        jumps.clear();
        jumps.resize(words(free), [0; 2]);
        lookup.set_free(rest);
        for jumper in squares(region.jumps[to] & set) {
            let number = lookup.plan(self.shape, set & !(1 << jumper) | 1 << to, Some(jumper));
            lookup.selection.read(later.bitsets(number), read);
            cylinders::add_with(rank_in(rest, jumper), read, jumps);
        }
        cylinders::add_spread(index_of(set, near), free, u64::MAX, jumps, spread, reached);
    }

    /// Decides positions in which the side to move has no move and the game is over.
    fn end_games(&mut self, set: SquareSet, movable: SquareSet) {
        let pieces = set.count_ones();
        let award = match (movable, self.rules.stuck) {
            (0, _) => 0,
            (_, Stuck::Pass) => return,
            (_, Stuck::StopAndAward) => {
                let empty = self.shape.region.full() & !set;
                empty.count_ones() + self.shape.region.dead
            }
        };
        for index in subsets(index_of(set, set & !movable)) {
            let own = index.count_ones();
            let others = pieces - own + award;
            let reached = &mut self.scratch.reached[index / 64];
            for (reached, is_good) in reached.iter_mut().zip([own > others, own >= others]) {
                *reached &= !(1 << (index % 64));
                *reached |= u64::from(is_good) << (index % 64);
            }
        }
    }

    /// Writes what the side to move reaches as what the other side has.
    fn write(&self, pieces: usize, out: &mut [Pair]) {
        let mask = cylinders::last_word(pieces);
        let reached = reversed(&self.scratch.reached, pieces);
        for (out, [win, hold]) in out.iter_mut().zip(reached) {
            *out = [!hold & mask, !win & mask];
        }
    }
}

/// The index of the colouring in which these squares of a set have the colour.
fn index_of(set: SquareSet, squares_with: SquareSet) -> usize {
    squares(squares_with).fold(0, |index, square| index | 1 << rank_in(set, square))
}
