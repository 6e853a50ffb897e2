//! The transposition table of the search.

mod slot;

use super::score::{DECIDED, Value};
use crate::board::{Move, Position};
use crate::hash;
use slot::Slot;
use std::mem::MaybeUninit;

/// The kind of bound that a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Upper bound.
    Upper,
    /// Lower bound.
    Lower,
    /// Exact value.
    Exact,
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// For the side to move; the distance of a win counts from this position.
    pub value: Value,
    pub bound: Bound,
    pub depth: u8,
    /// The best move, or the one that caused a cut-off.
    pub mv: Option<Move>,
    /// The static evaluation.
    pub eval: Value,
}

/// The slots of one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A transposition table that threads share without locks.
///
/// Keys have 64 bits. Two positions with the same key cannot be distinguished, so a move
/// taken from the table is checked to be legal.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the search. Entries of earlier searches are replaced first.
    age: u8,
}

const AGES: u8 = 64;

impl TranspositionTable {
    /// A table of at most `bytes` bytes, with at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let length = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::with_capacity(length);
        advise_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(length, Bucket::default);
        Self { buckets, age: 0 }
    }

    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Starts another search: present entries become older.
    pub fn start_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[Slot; 4] {
        &self.buckets[hash::index(key, self.buckets.len())].0
    }

    /// Starts to load the bucket of a key, which takes as long as an evaluation.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, data) = slot.read();
            (found == key && data != 0).then(|| TableEntry::unpack(data))
        })
    }

    pub fn put(&self, key: u64, entry: TableEntry) {
        let mut chosen = None;
        for slot in self.bucket(key) {
            let (found, data) = slot.read();
            let age = self.age.wrapping_sub(age(data)) % AGES;
            let worth = i32::from(depth(data)) - 4 * i32::from(age);
            if found == key || data == 0 {
                chosen = Some((i32::MIN, slot, data));
                break;
            }
            if chosen.is_none_or(|(least, ..)| worth < least) {
                chosen = Some((worth, slot, data));
            }
        }
        if let Some((_, slot, _)) = chosen {
            slot.write(key, entry.pack(self.age));
        }
    }

    /// The permille of slots in use by this search, estimated from the first 250 buckets.
    pub fn fullness(&self) -> u32 {
        let first = self.buckets.iter().take(250);
        let slots = first.len() * 4;
        let used = first
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let (_, data) = slot.read();
                data != 0 && age(data) == self.age
            })
            .count();
        u32::try_from(1000 * used / slots).unwrap_or(1000)
    }
}

// From the least bit: move 16, value 16, eval 16, depth 8, bound 2 (never 0), age 6.

#[allow(clippy::cast_possible_truncation)]
fn depth(data: u64) -> u8 {
    (data >> 48) as u8
}

fn age(data: u64) -> u8 {
    (data >> 58) as u8
}

impl TableEntry {
    fn pack(self, age: u8) -> u64 {
        let short = |value: Value| {
            #[allow(clippy::cast_possible_truncation)] // values fit 16 bits
            let short = value as i16;
            u64::from(short.cast_unsigned())
        };
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.mv.map_or(0, Move::to_bits))
            | short(self.value) << 16
            | short(self.eval) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Self {
        #[allow(clippy::cast_possible_truncation)]
        let short = |at: u32| Value::from((data >> at) as i16);
        #[allow(clippy::cast_possible_truncation)]
        let mv = Move::from_bits(data as u16);
        Self {
            value: short(16),
            bound: match data >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: depth(data),
            mv,
            eval: short(32),
        }
    }

    /// Whether the entry is a cut-off for a search of this depth and window.
    pub fn is_cutoff(&self, depth: u32, alpha: Value, beta: Value) -> bool {
        u32::from(self.depth) >= depth
            && match self.bound {
                Bound::Upper => self.value <= alpha,
                Bound::Lower => self.value >= beta,
                Bound::Exact => true,
            }
    }
}

/// The key of a position, with the counts that its value depends on.
#[inline]
pub(super) fn key(position: &Position, counts: u64) -> u64 {
    use crate::board::Color::{Blue, Red};
    let mix = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        #[allow(clippy::cast_possible_truncation)]
        let low = product as u64;
        low ^ (product >> 64) as u64
    };
    let turn = position.turn().index() as u64;
    let red = position.pieces(Red).bits() | turn << 63;
    let blue = position.pieces(Blue).bits();
    let blocks = position.blocks().bits();
    let pieces = mix(red ^ 0x9e37_79b9_7f4a_7c15, blue ^ 0xd1b5_4a32_d192_ed03);
    mix(
        pieces ^ 0x8cb9_2ba7_2f3d_8dd7,
        blocks ^ counts.rotate_right(14) ^ 0xaef1_7502_108e_f2d9,
    )
}

/// Converts a value for storage: the distance of a win counts from the position, not from
/// the root.
pub(super) fn value_to_table(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED {
        value + value.signum() * ply.cast_signed()
    } else {
        value
    }
}

/// Converts a stored value: the distance of a win counts from the root.
pub(super) fn value_from_table(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED {
        value - value.signum() * ply.cast_signed()
    } else {
        value
    }
}

/// Starts to load a value into the cache, on processors with an instruction for it.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
        // SAFETY: it has no effect but on the cache.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system for huge pages for memory that was not used before. With ordinary pages, most
/// random accesses to a table of 64 MiB miss the TLB.
pub(super) fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        const HUGE_PAGE: usize = 2 << 20;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(HUGE_PAGE);
        let bytes = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
        if let Some(start) = std::ptr::NonNull::new(start.wrapping_add(skipped))
            && bytes > 0
        {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the pages lie in the memory, whose content the advice does not change.
            let advised = unsafe { madvise(start.cast(), bytes, MmapAdvise::MADV_HUGEPAGE) };
            // Without huge pages the table is as good, only slower.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::engine::score::WIN;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn entry(depth: u8) -> TableEntry {
        TableEntry {
            value: -3,
            bound: Bound::Lower,
            depth,
            mv: None,
            eval: 7,
        }
    }

    /// A table of one bucket with an entry for each depth, under the depth as key.
    fn bucket(depths: [u8; 4]) -> TranspositionTable {
        let table = TranspositionTable::new(0);
        for depth in depths {
            table.put(depth.into(), entry(depth));
        }
        table
    }

    fn keys(table: &TranspositionTable) -> Vec<u64> {
        (0..100).filter(|&key| table.get(key).is_some()).collect()
    }

    proptest! {
        #[test]
        fn entries_are_packed_without_loss(
            values in any::<[i16; 2]>(),
            (depth, age) in (any::<u8>(), 0..AGES),
            bound in prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact]),
            mv in prop::option::of((0_usize..49, 0_usize..49)),
        ) {
            let square = |index| Square::from_index(index).expect("below 49");
            let mv = mv.map(|(from, to)| Move::Jump { from: square(from), to: square(to) });
            let [value, eval] = values.map(Value::from);
            let entry = TableEntry { value, bound, depth, mv, eval };
            let data = entry.pack(age);
            prop_assert!(data != 0);
            prop_assert_eq!((TableEntry::unpack(data), super::age(data)), (entry, age));
        }

        #[test]
        fn wins_are_stored_from_their_position(value in -WIN..=WIN, ply in 0_u32..200) {
            let stored = value_to_table(value, ply);
            prop_assert_eq!(value_from_table(stored, ply), value);
            let more = if value.abs() > DECIDED { ply.cast_signed() } else { 0 };
            prop_assert_eq!(stored.abs(), value.abs() + more);
        }
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = bucket([5, 3, 4, 9]);
        assert_eq!(keys(&table), [3, 4, 5, 9]);
        table.put(1, entry(1));
        assert_eq!(keys(&table), [1, 4, 5, 9]);
        // The same key again.
        table.put(9, entry(2));
        assert_eq!(table.get(9), Some(entry(2)));
        table.put(9, entry(9));
        // A search later an entry is worth 4 plies less.
        table.start_search();
        table.put(2, entry(2));
        table.put(6, entry(6));
        assert_eq!(keys(&table), [2, 5, 6, 9]);
        table.put(7, entry(7));
        assert_eq!(keys(&table), [2, 6, 7, 9]);
        table.put(8, entry(8));
        assert_eq!(keys(&table), [6, 7, 8, 9]);
        // Ages begin again after the last.
        for _ in 1..AGES {
            table.start_search();
        }
        assert_eq!(table.age, 0);
        table.clear();
        assert_eq!(keys(&table), []);
    }

    #[test]
    fn entries_of_this_search_make_it_full() {
        let mut table = bucket([1, 2, 3, 3]);
        assert_eq!(table.fullness(), 750);
        table.start_search();
        assert_eq!(table.fullness(), 0);
        table.put(4, entry(4));
        assert_eq!(table.fullness(), 250);
    }

    #[test]
    fn cut_offs_by_depth_and_bound() {
        let is_cutoff = |bound, value, depth| {
            let entry = TableEntry {
                value,
                bound,
                ..entry(depth)
            };
            entry.is_cutoff(5, 10, 20)
        };
        for (value, upper, lower) in [
            (9, true, false),
            (10, true, false),
            (15, false, false),
            (20, false, true),
            (21, false, true),
        ] {
            assert_eq!(is_cutoff(Bound::Upper, value, 5), upper, "{value}");
            assert_eq!(is_cutoff(Bound::Lower, value, 6), lower, "{value}");
            assert!(is_cutoff(Bound::Exact, value, 5));
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                assert!(!is_cutoff(bound, value, 4));
            }
        }
    }

    #[test]
    fn keys_differ_in_all_that_counts() {
        let mut keys = BTreeSet::new();
        let mut positions = 0;
        for position in crate::engine::positions(6, 200) {
            for turned in [position, position.with_turn(!position.turn())] {
                for counts in 0..100 {
                    keys.insert(key(&turned, counts));
                    positions += 1;
                }
            }
        }
        let start = Position::start();
        let blocked = start.with_block(Square::D4, &crate::board::Rules::UAI);
        keys.extend([start, blocked.expect("free")].map(|position| key(&position, 0)));
        assert_eq!(keys.len(), positions + 2);
    }
}
