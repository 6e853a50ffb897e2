//! The walk down to the last two plies.

use super::kernel::{Kernel, Sides};
use super::table::{Key, Table};
use super::wide::{Bits, Geometry, Wide, grown, widen};
use crate::Cancellation;
use crate::board::{Position, Rules};
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

/// A position without what is constant or irrelevant in a tree: the colour to move, the
/// blocks, the plies played.
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
