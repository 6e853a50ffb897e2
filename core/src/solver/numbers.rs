//! Estimates of the work left to decide a position, for the best-first search.

use super::horizon::Horizon;
use super::key::Key;
use super::node::{Node, SearchProblem};
use super::roles::Side;
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

    /// Whether they are those of a position that is decided.
    pub const fn is_decided(self) -> bool {
        self.success == 0 || self.failure == 0
    }

    /// Of a position that was not searched: the more, the farther away the horizon or a full
    /// board is, and somewhat less for the side that has more pieces. Without a limit on plies
    /// each move of the side to move makes its failure more work, and its success less.
    pub fn estimate(problem: &SearchProblem, node: &Node, horizon: Horizon) -> Self {
        let empty = problem.empty(node);
        let (left, piece, per_move) = match horizon {
            Horizon::Plies(plies) => (plies.into(), 2, 0),
            Horizon::NonExtends(_) | Horizon::Unlimited => (empty.count(), 4, 8),
        };
        // One ply counts for more than all moves of a position, which add 1 each in the search.
        let cost = 64 * left.cast_signed();
        let mut lead = match node.turn {
            Side::Attacker => piece * node.margin(),
            Side::Defender => -piece * node.margin(),
        };
        if per_move > 0 {
            lead += per_move * problem.count_moves(node.own(), empty).cast_signed();
        }
        let number = |number: i32| number.clamp(1, MOST.cast_signed()).unsigned_abs();
        Self {
            success: number(cost - lead),
            failure: number(cost + lead),
        }
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
    pub const SLOT_BYTES: usize = size_of::<AtomicU64>();
    /// More slots save two per cent of the positions in a search of twelve million.
    pub const MOST_SLOTS: usize = 1 << 22;

    /// An empty table with this many slots, or fewer if that is as good.
    pub fn new(slots: usize) -> Self {
        Self {
            slots: std::iter::repeat_with(AtomicU64::default)
                .take(slots.min(Self::MOST_SLOTS))
                .collect(),
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get(hash::index(hash, self.slots.len()))
    }

    /// The numbers of a position, if they are known.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // 16 bits each
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
