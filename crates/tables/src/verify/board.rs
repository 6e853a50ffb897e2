//! A board and its rules, with squares and sets of them numbered in a way of its own.

use ataxx_core::board::{LimitResult, Rules, Stuck};

/// The value for the side to move.
pub type Worth = u8;
pub const LOSS: Worth = 0;
pub const DRAW: Worth = 1;
pub const WIN: Worth = 2;

/// A set of squares, bit by bit.
pub type Squares = u32;

/// Some squares of an index are permuted at once.
const HALF: usize = 13;

/// A board and its rules.
pub struct SmallBoard {
    pub rules: Rules,
    /// The number of its squares.
    pub squares: usize,
    /// For each square those next to it, and those at the distance of a jump.
    near: Vec<Squares>,
    far: Vec<Squares>,
    /// Each symmetry as two tables: where the lower squares go, and the upper ones.
    maps: Vec<[Vec<Squares>; 2]>,
    /// For each set the number of the least of its orbit among those of its size, and the symmetry
    /// that leads to it.
    numbers: Vec<(u32, u8)>,
    /// For each number of squares the least sets of their orbits.
    pub least: Vec<Vec<Squares>>,
    /// What [`among`] gives for eight squares and some of them, at the number `squares << 8 | some`.
    among: Vec<u8>,
}

impl SmallBoard {
    pub fn new(files: u8, ranks: u8, rules: &Rules) -> Self {
        let squares = usize::from(files) * usize::from(ranks);
        let places: Vec<(i8, i8)> = (0..ranks.cast_signed())
            .flat_map(|rank| (0..files.cast_signed()).map(move |file| (file, rank)))
            .collect();
        let set = |from: (i8, i8), is_in: &dyn Fn(i8, i8) -> bool| {
            let reached = places.iter().map(|to| is_in(to.0 - from.0, to.1 - from.1));
            (0..)
                .zip(reached)
                .fold(0, |set, (square, is_in)| set | u32::from(is_in) << square)
        };
        let is_near = |right: i8, up: i8| right.abs().max(up.abs()) == 1;
        let jumps: Vec<(i8, i8)> = rules.jump_vectors().iter().collect();
        let is_jump = |right: i8, up: i8| jumps.contains(&(right, up));
        let mut maps = Vec::new();
        for map in 0..8 {
            if map & 4 != 0 && files != ranks {
                continue;
            }
            let image = |&(file, rank): &(i8, i8)| {
                let (file, rank) = if map & 4 == 0 {
                    (file, rank)
                } else {
                    (rank, file)
                };
                let file = if map & 1 == 0 {
                    file
                } else {
                    files.cast_signed() - 1 - file
                };
                let rank = if map & 2 == 0 {
                    rank
                } else {
                    ranks.cast_signed() - 1 - rank
                };
                places
                    .iter()
                    .position(|&place| place == (file, rank))
                    .unwrap_or(0)
            };
            let images: Vec<usize> = places.iter().map(image).collect();
            maps.push([&images[..squares.min(HALF)], &images[squares.min(HALF)..]].map(images_of));
        }
        let mut board = Self {
            rules: *rules,
            squares,
            near: places.iter().map(|&place| set(place, &is_near)).collect(),
            far: places.iter().map(|&place| set(place, &is_jump)).collect(),
            maps,
            numbers: vec![(0, 0); 1 << squares],
            least: vec![Vec::new(); squares + 1],
            among: (0..1 << 16)
                .map(|pair| among(pair & 255, pair >> 8))
                .collect(),
        };
        for set in 0..1_u32 << squares {
            let images = (0..board.maps.len()).map(|map| (board.image(set, map), map));
            let (first, map) = images.min().unwrap_or((set, 0));
            let sets = &mut board.least[set.count_ones() as usize];
            let number = if first == set {
                sets.push(set);
                u32::try_from(sets.len() - 1).unwrap_or(u32::MAX)
            } else {
                board.numbers[first as usize].0
            };
            board.numbers[set as usize] = (number, u8::try_from(map).unwrap_or(0));
        }
        board
    }

    /// The image of a set under a symmetry.
    fn image(&self, set: Squares, map: usize) -> Squares {
        let [lower, upper] = &self.maps[map];
        lower[set as usize & ((1 << HALF) - 1)] | upper[set as usize >> HALF]
    }

    /// The number of positions that a position with these occupied squares stands for.
    pub fn orbit_size(&self, set: Squares) -> u64 {
        let fixed = (0..self.maps.len()).filter(|&map| self.image(set, map) == set);
        (self.maps.len() / fixed.count()) as u64
    }

    const fn full(&self) -> Squares {
        Squares::MAX >> (Squares::BITS as usize - self.squares)
    }

    /// The place of the position among the values of its layer.
    pub fn index(&self, own: Squares, other: Squares) -> usize {
        let occupied = own | other;
        let (number, map) = self.numbers[occupied as usize];
        let map = map.into();
        let [mut own, mut occupied] = [own, occupied].map(|set| self.image(set, map));
        let (mut place, mut width) = (0, 0);
        while occupied != 0 {
            let set = (occupied & 255) as usize;
            place |= usize::from(self.among[set << 8 | (own & 255) as usize]) << width;
            width += set.count_ones();
            own >>= 8;
            occupied >>= 8;
        }
        ((number as usize) << width) + place
    }

    /// Whether a side has a move but a pass.
    pub fn can_move(&self, own: Squares, other: Squares) -> bool {
        bits(self.full() & !(own | other)).any(|to| (self.near[to] | self.far[to]) & own != 0)
    }

    /// The value of a game that is over: a side has no pieces, neither side can move, or the side to move
    /// cannot and the other gets the empty squares. `None` if it is not over.
    pub fn end(&self, own: Squares, other: Squares) -> Option<Worth> {
        if own == 0 {
            return Some(LOSS);
        }
        if other == 0 {
            return Some(WIN);
        }
        if self.can_move(own, other) {
            return None;
        }
        let award = if !self.can_move(other, own) {
            0
        } else if self.rules.stuck == Stuck::StopAndAward {
            (self.full() & !(own | other)).count_ones()
        } else {
            return None;
        };
        Some(compare(own.count_ones(), other.count_ones() + award))
    }

    /// The value at the limit on jumps, or of endless play.
    pub fn at_limit(&self, own: Squares, other: Squares) -> Worth {
        match self.limit_result() {
            LimitResult::MorePieces => compare(own.count_ones(), other.count_ones()),
            LimitResult::Draw => DRAW,
        }
    }

    /// The limit on consecutive jumps.
    pub fn jump_limit(&self) -> u32 {
        let limit = self.rules.jump_limit;
        limit.map_or(u32::MAX, |limit| limit.jumps.get().into())
    }

    /// What the limit on jumps makes of a game. Endless play is a draw.
    pub fn limit_result(&self) -> LimitResult {
        let limit = self.rules.jump_limit;
        limit.map_or(LimitResult::Draw, |limit| limit.result)
    }

    /// The best that an extend gives; a loss without one. `worth` is the value of a position for the
    /// side to move.
    pub fn best_extend<E>(
        &self,
        own: Squares,
        other: Squares,
        mut worth: impl FnMut(Squares, Squares) -> Result<Worth, E>,
    ) -> Result<Worth, E> {
        let mut best = LOSS;
        for to in bits(self.full() & !(own | other)) {
            let near = self.near[to];
            if near & own != 0 && best < WIN {
                let mine = own | 1 << to | near & other;
                best = best.max(WIN - worth(other & !near, mine)?);
            }
        }
        Ok(best)
    }

    /// The best that a jump gives, if it is more than this.
    pub fn best_jump<E>(
        &self,
        own: Squares,
        other: Squares,
        mut best: Worth,
        mut worth: impl FnMut(Squares, Squares) -> Result<Worth, E>,
    ) -> Result<Worth, E> {
        for to in bits(self.full() & !(own | other)) {
            let near = self.near[to];
            for from in bits(self.far[to] & own) {
                if best == WIN {
                    return Ok(WIN);
                }
                let mine = (own & !(1 << from)) | 1 << to | near & other;
                best = best.max(WIN - worth(other & !near, mine)?);
            }
        }
        Ok(best)
    }

    /// Whether a jump from this set leads to one that has changed.
    pub fn depends(&self, set: Squares, changed: &[bool]) -> bool {
        bits(self.full() & !set).any(|to| {
            bits(self.far[to] & set).any(|from| {
                let after = (set & !(1 << from)) | 1 << to;
                changed[self.numbers[after as usize].0 as usize]
            })
        })
    }
}

const fn compare(own: u32, other: u32) -> Worth {
    if own > other {
        WIN
    } else if own == other {
        DRAW
    } else {
        LOSS
    }
}

/// The images of all sets of these squares.
fn images_of(to: &[usize]) -> Vec<Squares> {
    let image = |set: usize| {
        let squares = to
            .iter()
            .enumerate()
            .filter(|(from, _)| set >> from & 1 == 1);
        squares.fold(0, |image, (_, to)| image | 1 << to)
    };
    (0..1 << to.len()).map(image).collect()
}

/// The numbers of the squares of a set.
fn bits(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The squares of a set that are the side to move's, as the bits of `colors` say, and the others.
pub fn spread(colors: usize, set: Squares) -> (Squares, Squares) {
    let mut left = set;
    let mut own = 0;
    let mut colors = colors;
    while colors != 0 {
        let lowest = left & left.wrapping_neg();
        if colors & 1 == 1 {
            own |= lowest;
        }
        left ^= lowest;
        colors >>= 1;
    }
    (own, set & !own)
}

/// Which of the squares of a set of eight are in `own`, bit by bit: the opposite of [`spread`].
fn among(own: Squares, set: Squares) -> u8 {
    let mut left = set;
    let (mut colors, mut bit) = (0, 1);
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        if own & lowest != 0 {
            colors |= bit;
        }
        left ^= lowest;
        bit <<= 1;
    }
    colors
}
