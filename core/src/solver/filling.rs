//! Whether a side reaches its aim by filling the last squares, whatever the other side plays.

use super::node::{Node, SearchProblem};
use super::roles::Side;
use crate::board::Bitboard;

/// A side that only plays extends, against any play of the other side.
///
/// Each of its moves fills a square, and no move of the other side empties more squares than it
/// fills, so that this ends soon. It resets the count of consecutive jumps.
pub struct Filling<'a> {
    pub problem: &'a SearchProblem<'a>,
    /// The side that fills the board.
    pub side: Side,
}

impl Filling<'_> {
    /// Whether the side reaches its aim, in a game that is not over, if the other side cannot
    /// reach the jump limit with one jump.
    pub fn succeeds(&self, node: &Node) -> bool {
        let empty = self.problem.empty(node);
        let (own, opp) = match self.side {
            Side::Attacker => (node.attacker, node.defender),
            Side::Defender => (node.defender, node.attacker),
        };
        if node.turn == self.side {
            self.has_extend(own, opp, empty)
        } else {
            self.withstands(own, opp, empty)
        }
    }

    /// Whether an extend leads to success.
    fn has_extend(&self, own: Bitboard, opp: Bitboard, empty: Bitboard) -> bool {
        (own.grown() & empty).squares().any(|to| {
            let flipped = Bitboard::neighbors(to) & opp;
            let (own, opp) = (own | flipped | to.into(), opp & !flipped);
            let empty = empty & !Bitboard::of(to);
            opp.is_empty()
                || if empty.is_empty() {
                    self.is_enough(own, opp)
                } else {
                    self.withstands(own, opp, empty)
                }
        })
    }

    /// Whether all moves of the other side lead to success.
    fn withstands(&self, own: Bitboard, opp: Bitboard, empty: Bitboard) -> bool {
        let mut any = false;
        let within_extend = opp.grown();
        for to in empty.squares() {
            let flipped = Bitboard::neighbors(to) & own;
            let (own, after) = (own & !flipped, opp | flipped | to.into());
            let rest = empty & !Bitboard::of(to);
            if within_extend.contains(to) {
                any = true;
                if own.is_empty()
                    || if rest.is_empty() {
                        !self.is_enough(own, after)
                    } else {
                        !self.has_extend(own, after, rest)
                    }
                {
                    return false;
                }
            }
            for from in (self.problem.rules.jump_targets(to) & opp).squares() {
                any = true;
                let from = Bitboard::of(from);
                if own.is_empty() || !self.has_extend(own, after & !from, rest | from) {
                    return false;
                }
            }
        }
        any || self.has_extend(own, opp, empty)
    }

    /// Whether the side has reached its aim on a full board.
    fn is_enough(&self, own: Bitboard, opp: Bitboard) -> bool {
        let margin = own.count().cast_signed() - opp.count().cast_signed();
        match self.side {
            Side::Attacker => self.problem.is_enough(margin),
            Side::Defender => !self.problem.is_enough(-margin),
        }
    }
}
