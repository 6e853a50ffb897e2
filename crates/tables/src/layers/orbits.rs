//! Sets of occupied squares up to the symmetries of the board.

use super::region::{Region, SquareSet};

/// Every set of squares: its representative and the symmetry that leads to it.
///
/// The representatives of each number of squares are numbered from 0, in ascending order.
pub struct Orbits {
    /// For each set the number of its representative and, in the low bits, the symmetry.
    entries: Vec<u32>,
    /// For each number of squares the representatives.
    representatives: Vec<Vec<SquareSet>>,
    images: Vec<Images>,
}

const SYMMETRY_BITS: u32 = 3;

impl Orbits {
    pub fn of(region: &Region) -> Self {
        let images: Vec<Images> = region
            .symmetries
            .iter()
            .map(|map| Images::of(map))
            .collect();
        let mut entries = vec![0_u32; 1 << region.len()];
        #[allow(clippy::cast_possible_truncation)] // fewer than there are sets
        let mut representatives: Vec<Vec<SquareSet>> = (0..=region.len())
            .map(|squares| Vec::with_capacity(region.orbits(squares) as usize))
            .collect();
        for set in 0..=region.full() {
            let image = |(map, images): (u32, &Images)| (images.image(set), map);
            let least = (0..).zip(&images).map(image).min();
            let (representative, map) = least.unwrap_or((set, 0));
            entries[set as usize] = if representative == set {
                let all = &mut representatives[set.count_ones() as usize];
                all.push(set);
                u32::try_from(all.len() - 1).expect("fewer than sets") << SYMMETRY_BITS
            } else {
                // The least of its orbit comes before it.
                entries[representative as usize] | map
            };
        }
        Self {
            entries,
            representatives,
            images,
        }
    }

    /// The number of a set's representative, and the symmetry that leads to it.
    #[inline]
    pub fn find(&self, set: SquareSet) -> (usize, usize) {
        let entry = self.entries[set as usize] as usize;
        (entry >> SYMMETRY_BITS, entry & ((1 << SYMMETRY_BITS) - 1))
    }

    /// The representatives of the sets of this many squares.
    pub fn representatives(&self, squares: usize) -> &[SquareSet] {
        &self.representatives[squares]
    }

    /// The image of a set under the symmetry with this number.
    #[inline]
    pub fn image(&self, set: SquareSet, map: usize) -> SquareSet {
        self.images[map].image(set)
    }

    /// The number of sets that a representative stands for.
    pub fn size(&self, set: SquareSet) -> u64 {
        let fixed = self.images.iter().filter(|images| images.image(set) == set);
        self.images.len() as u64 / fixed.count() as u64
    }
}

/// A symmetry as two tables, for the lower and the upper squares.
struct Images {
    lower: Vec<SquareSet>,
    upper: Vec<SquareSet>,
}

const LOWER: usize = Region::MAX / 2;

impl Images {
    fn of(map: &[u8]) -> Self {
        let table = |map: &[u8]| {
            let mut images = vec![0];
            for &to in map {
                let with: Vec<SquareSet> = images.iter().map(|image| image | 1 << to).collect();
                images.extend(with);
            }
            images
        };
        let (lower, upper) = map.split_at(map.len().min(LOWER));
        Self {
            lower: table(lower),
            upper: table(upper),
        }
    }

    fn image(&self, set: SquareSet) -> SquareSet {
        let (lower, upper) = (set & ((1 << LOWER) - 1), set >> LOWER);
        self.lower[lower as usize] | self.upper[upper as usize]
    }
}
