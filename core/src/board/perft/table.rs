//! The table of leaf counts.
//!
//! Entries hold the whole key, so there are no collisions.

use super::kernel::Sides;
use super::wide::{Wide, image};
use crate::hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A position with the number of plies left, as exact as the count depends on it.
///
/// Positions that are images of each other under the symmetries of the blocks share a key.
/// The jump count is part of the key only if the limit can be reached above the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u64; 2]);

/// The symmetries of the blocks, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetries(u8);

impl Symmetries {
    /// Those of a set of squares.
    pub(super) fn of(set: Wide) -> Self {
        Self(
            (0..8)
                .filter(|&symmetry| image(symmetry, set) == set)
                .fold(0, |kept, symmetry| kept | 1 << symmetry),
        )
    }
}

impl Key {
    pub(super) fn new(
        symmetries: Symmetries,
        Sides { own, opp }: Sides,
        jumps_left: u32,
        depth: u8,
    ) -> Self {
        // The last position that must not be finished is `depth - 1` plies on.
        let jumps = match u8::try_from(jumps_left) {
            Ok(left) if left < depth => left,
            _ => 0,
        };
        let (own, opp) = (1..8)
            .filter(|symmetry| symmetries.0 >> symmetry & 1 != 0)
            .map(|symmetry| (image(symmetry, own), image(symmetry, opp)))
            .fold((own, opp), Ord::min);
        // Boards end at bit 55.
        Self([own | u64::from(depth) << 56, opp | u64::from(jumps) << 56])
    }
}

/// Key and count.
type Entry = [u64; 3];

/// No entry: a key has pieces in it.
const NOTHING: Entry = [0; 3];

/// A table that threads share.
///
/// It starts small and grows, so that a short count does not pay for the memory of a long
/// one.
pub(super) struct Table {
    shards: Vec<Mutex<Shard>>,
    symmetries: Symmetries,
}

/// Many more than threads, so that two threads seldom need the same one.
const SHARDS: usize = 256;
const FIRST_ENTRIES: usize = 16;

/// A part of the table behind a lock of its own.
struct Shard {
    entries: Vec<Entry>,
    used: usize,
    most_entries: usize,
}

impl Table {
    /// A table of at most this many bytes, with at least one entry.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<Entry>()).max(1);
        let shards = entries.min(SHARDS);
        let shard = || Shard {
            entries: vec![NOTHING; FIRST_ENTRIES.min(entries / shards)],
            used: 0,
            most_entries: entries / shards,
        };
        Self {
            shards: (0..shards).map(|_| Mutex::new(shard())).collect(),
            symmetries: Symmetries::of(0),
        }
    }

    pub(super) fn symmetries(&self) -> Symmetries {
        self.symmetries
    }

    /// Removes all entries, and sets the symmetries of other blocks.
    pub(super) fn clear(&mut self, symmetries: Symmetries) {
        self.symmetries = symmetries;
        for shard in &mut self.shards {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            shard.entries.fill(NOTHING);
            shard.used = 0;
        }
    }

    /// The count that was stored under a key.
    pub(super) fn get(&self, key: &Key) -> Option<u64> {
        let shard = self.shard(key);
        let entry = shard.entries[hash::index(hash::of_words(key.0), shard.entries.len())];
        (entry[..2] == key.0).then_some(entry[2])
    }

    /// Stores a count. It replaces the entry in its place.
    pub(super) fn put(&self, key: &Key, leaves: u64) {
        self.shard(key).put(*key, leaves);
    }

    fn shard(&self, key: &Key) -> MutexGuard<'_, Shard> {
        // The lower bits; the upper bits determine the place in the shard.
        let number = hash::of_words(key.0) % self.shards.len() as u64;
        #[allow(clippy::cast_possible_truncation)] // below a length
        let shard = self.shards[number as usize].lock();
        // A panic in another thread leaves no incomplete entry.
        shard.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    fn put(&mut self, key: Key, leaves: u64) {
        let at = hash::index(hash::of_words(key.0), self.entries.len());
        let entry = &mut self.entries[at];
        self.used += usize::from(*entry == NOTHING);
        *entry = [key.0[0], key.0[1], leaves];
        if self.used > self.entries.len() / 2 && self.entries.len() < self.most_entries {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).min(self.most_entries);
        let mut grown = Vec::new();
        if grown.try_reserve_exact(size).is_err() {
            // Out of memory: keep the present size.
            self.most_entries = self.entries.len();
            return;
        }
        grown.resize(size, NOTHING);
        let old = std::mem::replace(&mut self.entries, grown);
        self.used = 0;
        for [own, opp, leaves] in old.into_iter().filter(|&entry| entry != NOTHING) {
            self.put(Key([own, opp]), leaves);
        }
    }
}
