//! The transposition table of the solver.
//!
//! Keys hold the whole position, so there are no collisions. Threads share the table
//! without blocking.

mod slot;

use super::goal::{Horizon, Side};
use super::node::{Key, Node, SearchProblem};
use crate::board::Move;
use crate::hash;
use slot::Slot;
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry: the known bounds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The least [rank](Horizon::rank) that is proved to be enough.
    proved: u16,
    /// The greatest rank that is refuted; 0 if there is none.
    refuted: u16,
    /// The move that decided last.
    pub mv: Option<Move>,
    /// The cost of the search: the bit length of its node count.
    pub work: u8,
}

/// The rank of an aim that is not proved; at least as large as any other.
const NEVER: u16 = u16::MAX;

impl ProofEntry {
    /// The result of a search with this horizon.
    pub fn new(horizon: Horizon, wins: bool, mv: Option<Move>, work: u8) -> Self {
        let (proved, refuted) = if wins {
            (horizon.rank(), 0)
        } else {
            (NEVER, horizon.rank())
        };
        Self {
            proved,
            refuted,
            mv,
            work,
        }
    }

    /// Whether this horizon is enough, if that is known.
    #[inline]
    pub fn wins(self, horizon: Horizon) -> Option<bool> {
        if self.proved <= horizon.rank() && self.proved != NEVER {
            Some(true)
        } else if self.refuted >= horizon.rank() {
            Some(false)
        } else {
            None
        }
    }

    fn pack(self) -> u64 {
        u64::from(self.proved)
            | u64::from(self.refuted) << 16
            | u64::from(self.mv.map_or(0, Move::to_bits)) << 32
            | u64::from(self.work) << 48
    }

    #[allow(clippy::cast_possible_truncation)] // cut into its parts
    fn unpack(bits: u64) -> Self {
        Self {
            proved: bits as u16,
            refuted: (bits >> 16) as u16,
            mv: Move::from_bits((bits >> 32) as u16),
            work: (bits >> 48) as u8,
        }
    }

    /// The union of two entries; `self` is the newer.
    fn merged(self, older: Self) -> Self {
        Self {
            proved: self.proved.min(older.proved),
            refuted: self.refuted.max(older.refuted),
            mv: self.mv.or(older.mv),
            work: self.work.max(older.work),
        }
    }
}

/// The key of an empty slot. Real keys contain pieces.
const EMPTY_KEY: Key = Key([0; 2]);

/// A transposition table shared by threads.
///
/// It starts small and grows on request, so that a short search does not pay for the memory
/// of a long one.
pub struct ProofTable {
    slots: Vec<Slot>,
    most: usize,
    /// The proof numbers of positions, decided ones included.
    pub numbers: NumberTable,
}

const FIRST_SLOTS: usize = 1 << 6;
const GROWTH: usize = 8;
/// The slots that are handled in a few milliseconds.
const BETWEEN_CHECKS: usize = 1 << 16;

impl ProofTable {
    /// A table of at most `bytes` bytes, with at least one slot.
    pub fn new(bytes: usize) -> Self {
        Self {
            slots: Vec::new(),
            most: slots(bytes).max(1),
            numbers: NumberTable::default(),
        }
    }

    /// Removes all entries and frees the memory.
    pub fn clear(&mut self) {
        self.slots = Vec::new();
        self.numbers = NumberTable::default();
    }

    /// Allocates the first slots.
    pub fn prepare(&mut self) {
        if self.slots.is_empty() {
            self.slots = empty(FIRST_SLOTS.min(self.most));
            self.numbers = NumberTable::new(self.slots.len());
        }
    }

    /// The number of new entries, in empty slots or in place of others, after which the table
    /// should grow.
    pub fn growth_threshold(&self) -> u64 {
        if self.slots.len() < self.most {
            (self.slots.len() / 2) as u64
        } else {
            u64::MAX
        }
    }

    /// Enlarges the table and keeps its entries, but not the proof numbers. Large tables take
    /// seconds: if `may_continue` returns `false` meanwhile, the table stays as it is.
    pub fn grow(&mut self, may_continue: impl Fn() -> bool) {
        let length = self.slots.len().saturating_mul(GROWTH).min(self.most);
        let mut slots = Vec::new();
        if slots.try_reserve_exact(length).is_err() {
            // Out of memory: keep the present size.
            self.most = self.slots.len();
            return;
        }
        while slots.len() < length {
            if !may_continue() {
                return;
            }
            slots.resize_with((slots.len() + BETWEEN_CHECKS).min(length), Slot::default);
        }
        let grown = Self {
            slots,
            most: self.most,
            numbers: NumberTable::new(length),
        };
        for (index, entry) in self.entries().enumerate() {
            if index.is_multiple_of(BETWEEN_CHECKS) && !may_continue() {
                return;
            }
            grown.restore(entry);
        }
        *self = grown;
    }

    /// The entries as words.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 3]> {
        let read = self.slots.iter().filter_map(Slot::read);
        read.filter(|&[one, other, _]| Key([one, other]) != EMPTY_KEY)
    }

    /// Adds one of the [`entries`](Self::entries) of a table.
    pub fn restore(&self, [one, other, known]: [u64; 3]) {
        self.put(Key([one, other]), ProofEntry::unpack(known));
    }

    /// Looks up a position.
    #[inline]
    pub fn get(&self, key: Key) -> Option<ProofEntry> {
        if self.slots.is_empty() {
            return None;
        }
        self.places(key).into_iter().find_map(|place| {
            let [one, other, known] = self.slots[place].read()?;
            (Key([one, other]) == key).then(|| ProofEntry::unpack(known))
        })
    }

    /// Stores an entry, merged with the present entry of the same position. Returns whether
    /// there was none.
    ///
    /// Of the two slots for a key, the first keeps the more expensive entry.
    pub fn put(&self, key: Key, known: ProofEntry) -> bool {
        let places = self.places(key);
        let found = places.map(|place| self.slots[place].read());
        let here = |at: usize| found[at].map_or(EMPTY_KEY, |[one, other, _]| Key([one, other]));
        let work = |at: usize| found[at].map_or(0, |[.., known]| ProofEntry::unpack(known).work);
        let first = here(0) == key
            || here(1) != key
                && (here(0) == EMPTY_KEY || here(1) != EMPTY_KEY && known.work >= work(0));
        let at = usize::from(!first);
        self.slots[places[at]].write(|[one, other, older]| {
            let entry = if Key([one, other]) == key {
                known.merged(ProofEntry::unpack(older))
            } else {
                known
            };
            [key.0[0], key.0[1], entry.pack()]
        });
        here(at) != key
    }

    #[inline]
    fn places(&self, key: Key) -> [usize; 2] {
        let length = self.slots.len();
        debug_assert!(length > 0, "prepared");
        let first = hash::index(key.hash(), length);
        [first, (first ^ 1).min(length - 1)]
    }
}

/// The number of slots for which there is room together with their proof numbers.
fn slots(bytes: usize) -> usize {
    let with_numbers = bytes / (size_of::<Slot>() + NumberTable::SLOT_BYTES);
    let rest = bytes.saturating_sub(NumberTable::MAX_SLOTS * NumberTable::SLOT_BYTES);
    with_numbers.max(rest / size_of::<Slot>())
}

fn empty(length: usize) -> Vec<Slot> {
    std::iter::repeat_with(Slot::default).take(length).collect()
}

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
const GREATEST: u32 = u16::MAX as u32;

impl Numbers {
    /// Greater than all numbers.
    pub const UNLIMITED: Self = Self {
        success: u32::MAX,
        failure: u32::MAX,
    };

    /// Of a position that is decided: whether the side to move gets what it wants.
    pub const fn decided(success: bool) -> Self {
        let (success, failure) = if success {
            (0, GREATEST)
        } else {
            (GREATEST, 0)
        };
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
        let number = |number: i32| number.clamp(1, GREATEST.cast_signed()).unsigned_abs();
        Self {
            success: number(cost - lead),
            failure: number(cost + lead),
        }
    }
}

/// The proof numbers of many positions, as far as there is room. Threads share it.
///
/// Two positions can share an entry by mistake: the numbers decide only what is searched first.
#[derive(Default)]
pub struct NumberTable {
    /// The lower half of a hash and two numbers; 0 if empty.
    slots: Box<[AtomicU64]>,
}

impl NumberTable {
    pub const SLOT_BYTES: usize = size_of::<AtomicU64>();
    /// More slots save two per cent of the positions in a search of twelve million.
    pub const MAX_SLOTS: usize = 1 << 22;

    /// An empty table with this many slots, or fewer if that is as good.
    pub fn new(slots: usize) -> Self {
        Self {
            slots: std::iter::repeat_with(AtomicU64::default)
                .take(slots.min(Self::MAX_SLOTS))
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
            success: (word >> 16) as u32 & GREATEST,
            failure: word as u32 & GREATEST,
        })
    }

    /// Stores the numbers of a position.
    #[inline]
    pub fn put(&self, key: Key, horizon: Horizon, numbers: Numbers) {
        let hash = key.hash_within(horizon);
        if let Some(slot) = self.slot(hash) {
            let number = |number: u32| u64::from(number.min(GREATEST));
            let word = hash << 32 | number(numbers.success) << 16 | number(numbers.failure);
            slot.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proof with three non-extends proves nothing for fewer, down to none.
    #[test]
    fn a_proof_holds_for_larger_horizons_only() {
        let proved = ProofEntry::new(Horizon::NonExtends(3), true, None, 1);
        assert_eq!(proved.wins(Horizon::NonExtends(3)), Some(true));
        assert_eq!(proved.wins(Horizon::NonExtends(4)), Some(true));
        for less in 0..3 {
            assert_eq!(proved.wins(Horizon::NonExtends(less)), None, "{less}");
        }
        let refuted = ProofEntry::new(Horizon::NonExtends(0), false, None, 1);
        assert_eq!(refuted.wins(Horizon::NonExtends(0)), Some(false));
        assert_eq!(refuted.wins(Horizon::NonExtends(1)), None);
        let most = Horizon::Plies(u16::MAX);
        assert_eq!(
            ProofEntry::new(most, false, None, 1).wins(most),
            Some(false)
        );
        let both = proved.merged(refuted);
        assert_eq!(both.wins(Horizon::NonExtends(0)), Some(false));
        assert_eq!(both.wins(Horizon::NonExtends(1)), None);
        assert_eq!(both.wins(Horizon::NonExtends(3)), Some(true));
        assert_eq!(ProofEntry::unpack(both.pack()), both);
    }

    /// Of a large table the proof numbers need a fixed part.
    #[test]
    fn the_memory_is_used_up() {
        assert_eq!(slots(40 << 10), 1 << 10);
        assert_eq!(slots(1 << 30), ((1 << 30) - (32 << 20)) / 32);
    }

    /// A full table must grow as well: entries that replace others count.
    #[test]
    fn entries_that_replace_others_are_new() {
        let mut table = ProofTable::new(1 << 20);
        table.prepare();
        let added = (1..1000_u16).filter(|&number| {
            let key = Key([u64::from(number), 1]);
            let entry = ProofEntry::new(Horizon::Plies(5), true, None, 1);
            table.put(key, entry)
        });
        assert_eq!(added.count(), 999);
    }

    /// A search that is interrupted does not wait until a large table has grown.
    #[test]
    fn growth_can_be_interrupted() {
        let mut table = ProofTable::new(1 << 24);
        table.prepare();
        let key = Key([1, 1]);
        table.put(key, ProofEntry::new(Horizon::Plies(5), true, None, 1));
        let before = table.growth_threshold();
        table.grow(|| false);
        assert_eq!(table.growth_threshold(), before);
        assert_eq!(table.entries().count(), 1);
        table.grow(|| true);
        assert!(table.growth_threshold() > before);
        assert_eq!(table.entries().count(), 1);
    }
}
