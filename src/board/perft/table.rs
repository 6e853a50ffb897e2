//! Leaf counts that were found before.
//!
//! Entries hold the whole key, so no two positions can be taken for each other,
//! whatever the size of the table.

use super::tree::Node;
use super::wide::{Wide, image};
use std::sync::Mutex;

/// A position with the number of plies left, as exact as the count depends on it.
///
/// Of positions that are images of each other under the symmetries that keep the
/// blocks where they are, one stands for all. The jump count takes part only
/// where the limit can strike above the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u64; 2]);

/// The symmetries that leave the blocks where they are, one bit for each.
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
    pub(super) fn new(symmetries: Symmetries, node: Node, depth: u8) -> Self {
        // The last position that must not be finished is `depth - 1` plies on.
        let jumps = match u8::try_from(node.jumps_left) {
            Ok(left) if left < depth => left,
            _ => 0,
        };
        let (own, opp) = (1..8)
            .filter(|symmetry| symmetries.0 >> symmetry & 1 != 0)
            .map(|symmetry| {
                (
                    image(symmetry, node.sides.own),
                    image(symmetry, node.sides.opp),
                )
            })
            .fold((node.sides.own, node.sides.opp), Ord::min);
        // Boards end at bit 55.
        Self([own | u64::from(depth) << 56, opp | u64::from(jumps) << 56])
    }

    /// A number that spreads keys evenly over all 64 bits, the upper ones most.
    fn spread(self) -> u64 {
        let mixed = self.0[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.0[1]
                .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
                .rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

/// Key and count. All zeros stand for no entry: a key has pieces in it.
type Entry = [u64; 3];

/// A table that threads share.
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Entry>>>,
    symmetries: Symmetries,
}

/// More than there will be threads, so that two seldom meet.
const SHARDS: usize = 256;
const BYTES_OF_ENTRY: usize = size_of::<Entry>();

impl Table {
    /// A table of about so many bytes, with one entry at least; `None` where it
    /// does not fit into memory.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let entries = (bytes / BYTES_OF_ENTRY).max(1);
        let shards = entries.min(SHARDS);
        let shard = || {
            // The memory comes zeroed from the system, page by page as it is used.
            Some(Mutex::new(vec![[0; 3]; entries / shards]))
        };
        Some(Self {
            shards: (0..shards).map(|_| shard()).collect::<Option<_>>()?,
            symmetries: Symmetries(1),
        })
    }

    pub(super) fn symmetries(&self) -> Symmetries {
        self.symmetries
    }

    /// Forgets everything and takes up the symmetries of other blocks.
    pub(super) fn clear(&mut self, symmetries: Symmetries) {
        self.symmetries = symmetries;
        for shard in &mut self.shards {
            let entries = shard
                .get_mut()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            entries.fill([0; 3]);
        }
    }

    /// The count that was stored under a key.
    pub(super) fn get(&self, key: &Key) -> Option<u64> {
        self.with_entry(key, |entry| (entry[..2] == key.0).then_some(entry[2]))
    }

    /// Stores a count in the place of what was there.
    pub(super) fn put(&self, key: &Key, leaves: u64) {
        self.with_entry(key, |entry| *entry = [key.0[0], key.0[1], leaves]);
    }

    fn with_entry<T>(&self, key: &Key, act: impl FnOnce(&mut Entry) -> T) -> T {
        let spread = key.spread();
        let (shard, rest) = scale(spread, self.shards.len());
        let mut entries = self.shards[shard]
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let (at, _) = scale(rest, entries.len());
        act(&mut entries[at])
    }
}

/// A number below `size` from the upper digits of a fraction of 2^64, and the
/// fraction that is left.
#[allow(clippy::cast_possible_truncation)] // the halves of 128 bits, the upper below a usize
fn scale(fraction: u64, size: usize) -> (usize, u64) {
    let product = u128::from(fraction) * size as u128;
    ((product >> 64) as usize, product as u64)
}
