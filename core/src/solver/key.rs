//! What results are stored by.

use super::horizon::Horizon;
use super::node::Node;
use super::roles::{Aim, Side};
use crate::hash;

/// The part of a position and a question that a result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub [u64; 2]);

const BOARD_BITS: u32 = 49;
/// More jumps or plies than any search depth.
const FAR: u16 = (1 << 13) - 1;

impl Key {
    /// The key of a position and a question. `jumps_left` is the number of jumps until the
    /// limit and `plies_left` the number of plies until the end of the game; each is 0 if it
    /// is irrelevant.
    ///
    /// Colours are not part of the key: a red and a blue attacker can force the same.
    pub fn new(
        node: &Node,
        (aim, horizon): (Aim, Horizon),
        jumps_left: u16,
        plies_left: u16,
    ) -> Self {
        let turn = u64::from(node.turn == Side::Attacker);
        let question =
            u64::from(aim == Aim::Win) | u64::from(matches!(horizon, Horizon::Plies(_))) << 1;
        let unlimited = u64::from(horizon == Horizon::Unlimited);
        // Larger numbers exceed any search depth and are equivalent.
        let jumps_left = u64::from(jumps_left.min(FAR));
        let plies_left = u64::from(plies_left.min(FAR));
        Self([
            node.attacker.bits() | question << BOARD_BITS | jumps_left << (BOARD_BITS + 2),
            node.defender.bits()
                | turn << BOARD_BITS
                | plies_left << (BOARD_BITS + 1)
                | unlimited << 63,
        ])
    }

    /// A hash of the key.
    #[inline]
    pub fn hash(self) -> u64 {
        hash::of_words(self.0)
    }

    /// A hash of the key and the horizon of a search.
    #[inline]
    pub fn hash_within(self, horizon: Horizon) -> u64 {
        let [one, other] = self.0;
        hash::of_words([one, other ^ u64::from(horizon.rank()).rotate_right(14)])
    }
}
