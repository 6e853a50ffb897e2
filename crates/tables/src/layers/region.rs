//! The squares of a board that positions differ in, as a graph.

use ataxx_core::board::{Bitboard, Position, Rules};

/// A square by file and rank, each counted from 0.
pub type Place = (u8, u8);

/// A set of squares of a region: bit `n` stands for its square `n`.
pub type SquareSet = u32;

/// The squares that pieces can stand on, with what the rules say about them.
#[derive(Clone, Debug)]
pub struct Region {
    places: Vec<Place>,
    /// For each square those that an extend connects it with.
    pub near: Vec<SquareSet>,
    /// For each square those that a jump connects it with.
    pub jumps: Vec<SquareSet>,
    /// The rotations and reflections of the region: where each square goes. The identity is first.
    pub symmetries: Vec<Vec<u8>>,
    /// For each of them where each square comes from.
    pub origins: Vec<Vec<u8>>,
    /// The number of empty squares outside that no piece can reach.
    pub dead: u32,
}

impl Region {
    /// The most squares: sets of them index a table.
    pub const MAX: usize = 26;

    /// A board without blocks; `None` if it is too large.
    pub fn board(files: u8, ranks: u8, rules: &Rules) -> Option<Self> {
        let places = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        Self::new(places.collect(), 0, rules)
    }

    /// Those that pieces can ever reach in a position; `None` if there are too many.
    pub fn of(position: &Position, rules: &Rules, live: Bitboard) -> Option<Self> {
        let places = live.squares().map(|square| (square.file(), square.rank()));
        let dead = (position.empty() - live).count();
        Self::new(places.collect(), dead, rules)
    }

    fn new(places: Vec<Place>, dead: u32, rules: &Rules) -> Option<Self> {
        if places.is_empty() || places.len() > Self::MAX {
            return None;
        }
        let linked = |steps: &[(i8, i8)]| {
            let set = |&(file, rank): &Place| {
                let to = |&(right, up): &(i8, i8)| {
                    Some((
                        file.checked_add_signed(right)?,
                        rank.checked_add_signed(up)?,
                    ))
                };
                let reached: Vec<Place> = steps.iter().filter_map(to).collect();
                (0..places.len())
                    .filter(|&square| reached.contains(&places[square]))
                    .fold(0, |set, square| set | 1 << square)
            };
            places.iter().map(set).collect()
        };
        let around = [-1, 0, 1].map(|right| [-1, 0, 1].map(|up| (right, up)));
        let steps: Vec<_> = around
            .into_iter()
            .flatten()
            .filter(|&step| step != (0, 0))
            .collect();
        let jumps: Vec<_> = rules.jump_vectors().iter().collect();
        let symmetries = symmetries(&places);
        let inverse = |map: &Vec<u8>| {
            let mut origins = map.clone();
            for (from, &to) in (0..).zip(map) {
                origins[usize::from(to)] = from;
            }
            origins
        };
        Some(Self {
            near: linked(&steps),
            jumps: linked(&jumps),
            origins: symmetries.iter().map(inverse).collect(),
            symmetries,
            places,
            dead,
        })
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn full(&self) -> SquareSet {
        (1 << self.len()) - 1
    }

    /// The square with this number.
    pub fn place(&self, square: usize) -> Place {
        self.places[square]
    }

    /// Whether there is a square at this place.
    pub fn has(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// The least image of a set under the symmetries, and the symmetry that leads to it.
    pub fn least(&self, set: SquareSet) -> (SquareSet, usize) {
        let image = |map: &Vec<u8>| squares(set).fold(0, |image, square| image | 1 << map[square]);
        let images = self.symmetries.iter().map(image).zip(0..);
        images.min().unwrap_or((set, 0))
    }

    /// The sets of this many squares that are the least of their orbits, in ascending order.
    pub fn representatives(&self, count: usize) -> Vec<SquareSet> {
        let sets = subsets_of_size(self.len(), count);
        sets.filter(|&set| self.least(set).0 == set).collect()
    }

    /// The set of the squares at these places.
    pub fn set_of(&self, places: impl IntoIterator<Item = Place>) -> SquareSet {
        places
            .into_iter()
            .filter_map(|place| self.places.iter().position(|&other| other == place))
            .fold(0, |set, square| set | 1 << square)
    }

    /// The set of these squares of the board.
    pub fn set(&self, squares: Bitboard) -> SquareSet {
        self.set_of(
            squares
                .squares()
                .map(|square| (square.file(), square.rank())),
        )
    }
}

impl Region {
    /// The number of orbits of the sets of this many squares: the average number of sets that a
    /// symmetry leaves alone, each of which consists of whole cycles.
    pub fn orbits(&self, squares: usize) -> u64 {
        let mut all = 0;
        for map in &self.symmetries {
            let mut sets = vec![0; self.len() + 1];
            sets[0] = 1;
            let mut seen = 0_u32;
            for start in 0..self.len() {
                let mut length = 0;
                let mut square = start;
                while seen >> square & 1 == 0 {
                    seen |= 1 << square;
                    length += 1;
                    square = map[square].into();
                }
                for count in (length..sets.len()).rev().filter(|_| length > 0) {
                    sets[count] += sets[count - length];
                }
            }
            all += sets.get(squares).copied().unwrap_or(0);
        }
        all / self.symmetries.len() as u64
    }
}

/// The maps of the bounding box that map the places to themselves.
fn symmetries(places: &[Place]) -> Vec<Vec<u8>> {
    let bounds = |of: fn(&Place) -> u8| {
        let least = places.iter().map(of).min().unwrap_or(0);
        (least, places.iter().map(of).max().unwrap_or(0))
    };
    let ((left, right), (bottom, top)) = (bounds(|place| place.0), bounds(|place| place.1));
    let image = |map: u8, &(file, rank): &Place| {
        let file = if map & 1 == 0 {
            file - left
        } else {
            right - file
        };
        let rank = if map & 2 == 0 {
            rank - bottom
        } else {
            top - rank
        };
        let (file, rank) = if map & 4 == 0 {
            (file, rank)
        } else {
            (rank, file)
        };
        let image = (file + left, rank + bottom);
        let square = places.iter().position(|&place| place == image)?;
        u8::try_from(square).ok()
    };
    (0..8)
        .filter_map(|map| places.iter().map(|place| image(map, place)).collect())
        .collect()
}

/// The sets of `count` of the first `squares` squares, in ascending order.
fn subsets_of_size(squares: usize, count: usize) -> impl Iterator<Item = SquareSet> {
    let first: u64 = (1 << count) - 1;
    std::iter::successors(Some(first), |&set| {
        // The lowest run of ones moves up by one, and what is left of it goes to the bottom.
        let lowest = set & set.wrapping_neg();
        let moved = set.checked_add(lowest).filter(|_| set != 0)?;
        Some(moved | (((set ^ moved) >> 2) / lowest))
    })
    .take_while(move |&set| set >> squares == 0)
    .map(|set| SquareSet::try_from(set).unwrap_or(0))
}

/// The squares of a set in order.
pub fn squares(mut set: SquareSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(square as usize)
    })
}

/// How many squares of the set come before this one.
pub fn rank_in(set: SquareSet, square: usize) -> usize {
    (set & ((1 << square) - 1)).count_ones() as usize
}
