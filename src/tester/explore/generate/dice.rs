//! Random choices.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random choices: the same seed gives the same choices.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        usize::try_from(self.0.next_u64() % limit).unwrap_or(0)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let index = self.below(all.len());
        all.get(index).copied()
    }

    /// Several of these, in a random order.
    pub fn several<T: Copy>(&mut self, all: &[T], count: usize) -> Vec<T> {
        let mut left = all.to_vec();
        let count = count.min(left.len());
        (0..count)
            .map(|_| {
                let index = self.below(left.len());
                left.swap_remove(index)
            })
            .collect()
    }
}
