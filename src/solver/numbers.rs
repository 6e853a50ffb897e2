//! Estimates of the work left to decide a position, for the best-first search.

use super::horizon::Horizon;
use super::node::{Node, SearchProblem};
use super::roles::Side;
use super::table::Key;
use crate::hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// The proof numbers of a position: about how many positions must be decided at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To show that the side to move gets what it wants: the attacker its aim, or the
    /// defender that the attacker does not reach it.
    pub success: u32,
    /// To show that the side to move does not get it.
    pub failure: u32,
}

/// The greatest number in a table.
const MOST: u32 = u16::MAX as u32;

impl Numbers {
    /// Greater than all numbers.
    pub const UNLIMITED: Self = Self {
        success: u32::MAX,
        failure: u32::MAX,
    };

    /// Of a position that is decided: whether the side to move gets what it wants.
    pub const fn decided(success: bool) -> Self {
        let (success, failure) = if success { (0, MOST) } else { (MOST, 0) };
        Self { success, failure }
    }

    pub const fn is_decided(self) -> bool {
        self.success == 0 || self.failure == 0
    }

    /// Of a position that was not searched: each side needs less the more pieces it has, and
    /// the attacker more than the defender the more squares are empty.
    pub fn estimate(problem: &SearchProblem, node: &Node) -> Self {
        let (empty, lead) = (problem.empty(node).count().cast_signed(), node.margin() / 2);
        let number = |number: i32| number.clamp(1, 60).unsigned_abs();
        let (wins, holds) = (number(2 + 2 * empty - lead), number(2 + empty / 2 + lead));
        let (success, failure) = match node.turn {
            Side::Attacker => (wins, holds),
            Side::Defender => (holds, wins),
        };
        Self { success, failure }
    }
}

/// The proof numbers of many positions, as far as there is room. Threads share it.
///
/// Two positions can be taken for each other: the numbers decide only what is searched first.
#[derive(Default)]
pub struct NumberTable {
    /// The lower half of a hash and two numbers; 0 if empty.
    slots: Box<[AtomicU64]>,
}

impl NumberTable {
    /// More slots than this are of little use.
    const MOST_SLOTS: usize = 1 << 22;

    /// Enlarges the table to as many slots as a [`ProofTable`](super::table::ProofTable) has.
    /// The numbers are lost if it grows.
    pub fn reserve(&mut self, slots: usize) {
        let slots = slots.min(Self::MOST_SLOTS);
        if self.slots.len() < slots {
            self.slots = std::iter::repeat_with(AtomicU64::default)
                .take(slots)
                .collect();
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get(hash::index(hash, self.slots.len()))
    }

    /// The numbers of a position, if they are known.
    #[inline]
    pub fn get(&self, key: Key, horizon: Horizon) -> Option<Numbers> {
        let hash = key.hash_within(horizon);
        let word = self.slot(hash)?.load(Ordering::Relaxed);
        let found = word != 0 && word >> 32 == hash & u64::from(u32::MAX);
        found.then_some(Numbers {
            success: (word >> 16) as u32 & MOST,
            failure: word as u32 & MOST,
        })
    }

    /// Stores the numbers of a position.
    #[inline]
    pub fn put(&self, key: Key, horizon: Horizon, numbers: Numbers) {
        let hash = key.hash_within(horizon);
        if let Some(slot) = self.slot(hash) {
            let number = |number: u32| u64::from(number.min(MOST));
            let word = hash << 32 | number(numbers.success) << 16 | number(numbers.failure);
            slot.store(word, Ordering::Relaxed);
        }
    }
}
