//! The recursion down to the last two plies, and the table of leaf counts.

use super::kernel::{Kernel, Sides};
use super::wide::{Bits, Geometry, Wide, grown, image, widen};
use crate::Cancellation;
use crate::board::{Position, Rules};
use crate::hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfinished {
    /// Cancellation was requested.
    #[error("stopped")]
    Stopped,
    /// There are 2^64 leaves or more.
    #[error("there are more leaves than 64 bits can count")]
    TooMany,
}

/// How many more jumps end the game.
///
/// Rules without a limit have a number that is larger than any depth.
type JumpsLeft = u32;

/// A position without the data that are constant or irrelevant in a tree: the colour to move,
/// the blocks, the plies played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) sides: Sides,
    pub(super) jumps_left: JumpsLeft,
}

impl Node {
    pub(super) fn new(position: &Position, rules: &Rules) -> Self {
        let used = u32::from(position.jumps());
        Self {
            sides: Sides {
                own: widen(position.pieces(position.turn())),
                opp: widen(position.pieces(!position.turn())),
            },
            jumps_left: full_jumps(rules).saturating_sub(used),
        }
    }
}

/// The jumps left after an extend.
pub(super) fn full_jumps(rules: &Rules) -> JumpsLeft {
    rules
        .jump_limit
        .map_or(JumpsLeft::MAX, |limit| limit.jumps.get().into())
}

/// The data of a count.
pub(super) struct Tree<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) kernel: Kernel,
    pub(super) table: Option<&'a Table>,
    pub(super) cancel: &'a Cancellation,
    /// By how much a pass reduces the jumps left: 0 or 1.
    pub(super) pass_cost: u32,
    /// The jumps left after an extend.
    pub(super) full_jumps: JumpsLeft,
}

/// The least number of plies left for which the table is used.
pub(super) const TABLE_FROM: u8 = 3;

impl Tree<'_> {
    /// The leaves at this depth below a node.
    pub(super) fn leaves<const BY_ORIGIN: bool>(
        &self,
        node: Node,
        depth: u8,
    ) -> Result<u64, Unfinished> {
        let Sides { own, opp } = node.sides;
        match depth {
            0 => return Ok(1),
            _ if own == 0 || opp == 0 || node.jumps_left == 0 => return Ok(0),
            1 => return Ok(self.one_ply::<BY_ORIGIN>(node.sides)),
            2 => {
                let leaves = self.kernel.two_plies::<BY_ORIGIN>(
                    self.geometry,
                    node.sides,
                    node.jumps_left > 1,
                );
                if leaves != 0 {
                    return Ok(leaves);
                }
            }
            _ => {
                if self.cancel.is_requested() {
                    return Err(Unfinished::Stopped);
                }
            }
        }
        let Some(table) = self.table.filter(|_| depth >= TABLE_FROM) else {
            return self.children::<BY_ORIGIN>(node, depth);
        };
        let key = Key::new(table.symmetries(), node.sides, node.jumps_left, depth);
        if let Some(leaves) = table.get(&key) {
            return Ok(leaves);
        }
        let leaves = self.children::<BY_ORIGIN>(node, depth)?;
        table.put(&key, leaves);
        Ok(leaves)
    }

    fn children<const BY_ORIGIN: bool>(&self, node: Node, depth: u8) -> Result<u64, Unfinished> {
        let mut leaves = 0_u64;
        self.for_each_child(node, |child, extends| {
            let below = self.leaves::<BY_ORIGIN>(child, depth - 1)?;
            let weight = if BY_ORIGIN { extends } else { 1 };
            leaves = below
                .checked_mul(weight)
                .and_then(|below| leaves.checked_add(below))
                .ok_or(Unfinished::TooMany)?;
            Ok(())
        })?;
        Ok(leaves)
    }

    /// Calls `visit` with the position after each legal move of an unfinished game and the
    /// number of origins of the move, up to the first error.
    #[inline]
    fn for_each_child<E>(
        &self,
        Node { sides, jumps_left }: Node,
        mut visit: impl FnMut(Node, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let Sides { own, opp } = sides;
        let Geometry { adjacent, ring, .. } = self.geometry;
        let empty = self.empty(sides);
        let reach = grown(own);
        let mut any = false;
        for to in Bits(empty) {
            let flipped = adjacent[to] & opp;
            let after = own | flipped | 1 << to;
            let child = |own, jumps_left| Node {
                sides: Sides {
                    own: opp ^ flipped,
                    opp: own,
                },
                jumps_left,
            };
            if reach >> to & 1 != 0 {
                any = true;
                let origins = (adjacent[to] & own).count_ones();
                visit(child(after, self.full_jumps), origins.into())?;
            }
            for from in Bits(ring[to] & own) {
                any = true;
                visit(child(after ^ 1 << from, jumps_left - 1), 1)?;
            }
        }
        if !any && self.geometry.passes && self.geometry.can_move(opp, empty) {
            let passed = Node {
                sides: Sides { own: opp, opp: own },
                jumps_left: jumps_left - self.pass_cost,
            };
            visit(passed, 1)?;
        }
        Ok(())
    }

    fn one_ply<const BY_ORIGIN: bool>(&self, sides: Sides) -> u64 {
        let empty = self.empty(sides);
        let count = |set: Wide| u64::from(set.count_ones());
        let mut leaves: u64 = Bits(sides.own)
            .map(|from| count(self.geometry.counted[from] & empty))
            .sum();
        if !BY_ORIGIN {
            leaves += count(grown(sides.own) & empty);
        }
        if leaves == 0 && self.geometry.passes {
            return self.geometry.can_move(sides.opp, empty).into();
        }
        leaves
    }

    fn empty(&self, sides: Sides) -> Wide {
        self.geometry.playable & !(sides.own | sides.opp)
    }
}

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
