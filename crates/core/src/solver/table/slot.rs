//! Three words that threads read and write together, without blocking.
//!
//! The sequence number of a slot is odd during a write, so that a reader detects a concurrent
//! write (a sequence lock; H.-J. Boehm, 'Can seqlocks get along with programming language memory
//! models?', MSPC 2012). `models/` runs this file through all orders of its operations.

use crate::atomic::{AtomicU64, Ordering, fence};

#[derive(Default)]
#[repr(align(32))]
pub(super) struct Slot {
    /// Odd during a write.
    sequence: AtomicU64,
    words: [AtomicU64; 3],
}

impl Slot {
    /// The words of one write, all 0 before the first; `None` during a write.
    #[inline]
    pub fn read(&self) -> Option<[u64; 3]> {
        let before = self.sequence.load(Ordering::Acquire);
        let words = self.load();
        fence(Ordering::Acquire);
        let after = self.sequence.load(Ordering::Relaxed);
        (before == after && before & 1 == 0).then_some(words)
    }

    /// Replaces the words by `change` of them, unless another thread is writing.
    #[inline]
    pub fn write(&self, change: impl FnOnce([u64; 3]) -> [u64; 3]) {
        let before = self.sequence.load(Ordering::Relaxed);
        if before & 1 != 0
            || self
                .sequence
                .compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        for (place, word) in self.words.iter().zip(change(self.load())) {
            place.store(word, Ordering::Relaxed);
        }
        self.sequence.store(before + 2, Ordering::Release);
    }

    #[inline]
    fn load(&self) -> [u64; 3] {
        [0, 1, 2].map(|at| self.words[at].load(Ordering::Relaxed))
    }
}
