//! A key and an entry in two words that threads read and write without locks.
//!
//! The first word is the key XOR the second, so that words of different writers match no key
//! (R. Hyatt and T. Mann, 'A lock-less transposition table implementation for parallel search
//! chess engines', ICGA Journal 25, 2002). `models/` runs this file through all orders of its
//! operations.

use crate::atomic::{AtomicU64, Ordering};

#[derive(Debug, Default)]
pub(super) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The key and the data of one write; of two, the data of one under a key that is neither's.
    #[inline]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}
