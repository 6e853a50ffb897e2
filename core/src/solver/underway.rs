//! The positions that threads are searching, so that other threads begin with something else.

use super::key::Key;
use crate::hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that a few threads are searching (J.-C. Weill, 'The ABDADA distributed minimax
/// search algorithm', ICCA Journal 19, 1996; kept apart from the table after T. Kerrigan).
///
/// Positions can share a slot, and no thread waits for another: it is a hint where to begin.
pub struct Underway {
    /// Hashes of positions, 0 where there is none; no slots for a single thread.
    slots: Box<[AtomicU64]>,
}

/// Many more than threads times plies.
const SLOTS: usize = 1 << 12;

impl Underway {
    /// For this number of threads.
    pub fn new(threads: u64) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self {
            slots: std::iter::repeat_with(AtomicU64::default)
                .take(slots)
                .collect(),
        }
    }

    /// Whether there is more than one thread.
    #[inline]
    pub fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    #[inline]
    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get(hash::index(hash, self.slots.len()))
    }

    /// Whether a thread is searching this position.
    #[inline]
    pub fn contains(&self, key: Key) -> bool {
        let hash = key.hash();
        self.slot(hash)
            .is_some_and(|slot| slot.load(Ordering::Relaxed) == hash)
    }

    /// Calls `search`, and contains this position meanwhile if its slot is free.
    #[inline]
    pub fn during<T>(&self, key: Key, search: impl FnOnce() -> T) -> T {
        let hash = key.hash();
        let free = |slot: &&AtomicU64| slot.load(Ordering::Relaxed) == 0;
        let slot = self.slot(hash).filter(free);
        if let Some(slot) = slot {
            slot.store(hash, Ordering::Relaxed);
        }
        let result = search();
        if let Some(slot) = slot {
            slot.store(0, Ordering::Relaxed);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::super::horizon::Horizon;
    use super::super::node::SearchProblem;
    use super::super::roles::Aim;
    use super::*;
    use crate::board::{Color, Position, Rules};

    #[test]
    fn a_position_is_underway_until_its_search_ends() {
        let node = SearchProblem::root(&Position::start(), &Rules::UAI, Color::Red);
        let key = |plies| Key::new(&node, (Aim::Win, Horizon::Plies(plies)), 0, plies);
        let underway = Underway::new(2);
        underway.during(key(7), || {
            assert!(underway.contains(key(7)));
            assert!(!underway.contains(key(8)));
            // Another thread in the same position does not end it.
            underway.during(key(7), || ());
            assert!(underway.contains(key(7)));
        });
        assert!(!underway.contains(key(7)));
        let alone = Underway::new(1);
        alone.during(key(7), || assert!(!alone.contains(key(7))));
    }
}
