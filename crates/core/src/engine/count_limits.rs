//! The limits of the rules on counts of jumps and plies: which counts are in the keys of the table,
//! and which proofs from it hold.

use super::score::{DECIDED, Value, WIN};
use super::table::key;
use crate::board::{Position, Rules, Settings};
use std::num::NonZeroU32;

/// The limits of one set of rules, for which a table is.
pub(super) struct CountLimits {
    jumps: Option<u32>,
    plies: Option<u32>,
}

impl CountLimits {
    pub fn of(rules: &Rules) -> Self {
        let Settings {
            jump_limit,
            ply_limit,
            jump_vectors: _,
            pass_adds_to_count: _,
            stuck: _,
            blocks: _,
        } = rules.settings();
        Self {
            jumps: jump_limit.map(|limit| limit.jumps.get().into()),
            plies: ply_limit.map(NonZeroU32::get),
        }
    }

    /// The table key of a position at this depth.
    ///
    /// It includes the count of consecutive jumps, and that of plies, if the limit is within
    /// reach.
    #[inline]
    pub fn key(&self, position: &Position, depth: u32) -> u64 {
        let (jump_limit, ply_limit) = self.within(position, depth);
        let mut counts = 0;
        if jump_limit {
            counts = u64::from(position.jumps()) + 1;
        }
        if ply_limit {
            counts |= u64::from(position.plies() + 1) << 20;
        }
        key(position, counts)
    }

    /// Whether the limit of consecutive jumps, and that of plies, can be reached within this many
    /// plies.
    #[inline]
    pub fn within(&self, position: &Position, plies: u32) -> (bool, bool) {
        let jump_limit = self
            .jumps
            .is_some_and(|limit| u32::from(position.jumps()) + plies >= limit);
        let ply_limit = self
            .plies
            .is_some_and(|limit| position.plies().saturating_add(plies) >= limit);
        (jump_limit, ply_limit)
    }

    /// Whether a decided value from the table, stored under a key without counts, is reached
    /// before any limit.
    pub fn are_after(&self, position: &Position, depth: u32, value: Value, ply: u32) -> bool {
        if value.abs() <= DECIDED {
            return true;
        }
        let plies = (WIN - value.abs() - ply.cast_signed())
            .max(0)
            .cast_unsigned();
        let in_key = self.within(position, depth);
        let reached = self.within(position, plies);
        (in_key.0 || !reached.0) && (in_key.1 || !reached.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{JumpLimit, LimitResult};
    use std::num::NonZeroU16;

    /// Those of rules that end a game after 20 jumps in a row and after 50 plies.
    fn limits() -> CountLimits {
        let mut rules = Rules::UAI;
        rules.jump_limit = Some(JumpLimit {
            jumps: NonZeroU16::new(20).expect("not 0"),
            result: LimitResult::Draw,
        });
        rules.ply_limit = NonZeroU32::new(50);
        CountLimits::of(&rules)
    }

    fn counted(jumps: u16, plies: u32) -> Position {
        Position::start().with_jumps(jumps).with_plies(plies)
    }

    #[test]
    fn keys_have_the_counts_whose_limits_are_within_reach() {
        let limits = limits();
        let key = |jumps, plies, depth| limits.key(&counted(jumps, plies), depth);
        let far = key(0, 0, 5);
        assert_eq!(key(14, 44, 5), far);
        let mut keys = vec![far, key(0, 0, 20), key(0, 0, 50)];
        keys.extend((15..20).map(|jumps| key(jumps, 0, 5)));
        keys.extend((45..50).map(|plies| key(0, plies, 5)));
        keys.extend((45..50).map(|plies| key(15, plies, 5)));
        keys.sort_unstable();
        assert!(keys.is_sorted_by(|one, next| one < next), "{keys:?}");
        // Each count alone, whatever the other is.
        assert_eq!(key(15, 3, 5), key(15, 4, 5));
        assert_eq!(key(3, 45, 5), key(4, 45, 5));
    }

    #[test]
    fn a_proof_from_the_table_ends_before_a_limit_that_its_key_does_not_have() {
        let limits = limits();
        // Five plies from here, two from the root.
        let is_before = |jumps, plies, depth| {
            let position = counted(jumps, plies);
            let [win, loss] =
                [WIN - 7, 7 - WIN].map(|value| limits.are_after(&position, depth, value, 2));
            assert_eq!(win, loss);
            assert!(limits.are_after(&position, depth, DECIDED, 2));
            win
        };
        assert!(is_before(14, 0, 3) && is_before(0, 44, 3));
        assert!(!is_before(15, 0, 3) && !is_before(0, 45, 3));
        // The key has the count.
        assert!(is_before(15, 0, 5) && is_before(0, 45, 5));
        assert!(!is_before(17, 45, 3) && is_before(17, 47, 3));
    }
}
