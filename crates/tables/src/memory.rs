//! The table of one position's board, in memory.

use crate::file::{LayerFile, is_alike};
use crate::layers::{Board, LayerOptions, Settled};
use crate::lookup::{Layers, OpenLayer, View};
use ataxx_core::board::{Bitboard, Move, Position, Rules};
use ataxx_core::internal::live_squares;
use ataxx_core::solver::Verdict;
use std::num::NonZeroUsize;

/// A table in memory of all positions with the squares that pieces can reach in one.
#[derive(Debug)]
pub struct TableInMemory {
    layers: Layers,
    blocks: Bitboard,
    live: Bitboard,
}

impl TableInMemory {
    /// Computes the table of a position. `None` if the work was ended, or if layers are not possible
    /// there.
    pub fn build(
        position: &Position,
        rules: &Rules,
        threads: NonZeroUsize,
        proceed: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let board = Board::of_position(position, rules).ok()?;
        let region = board.region().clone();
        let mut layers: Vec<_> = (0..=region.len()).map(|_| None).collect();
        let options = LayerOptions {
            threads,
            all: true,
            proceed: &|_| proceed(),
            folder: None,
        };
        board
            .settle_with(
                &options,
                &mut Settled::default(),
                Some(&mut |finished, counts| {
                    let layer = LayerFile::in_memory(finished, counts, rules).ok();
                    layers[counts.pieces] = layer.map(OpenLayer::new);
                }),
            )
            .ok()?;
        Some(Self {
            layers: Layers {
                rules: *rules,
                region,
                by_pieces: layers,
            },
            blocks: position.blocks(),
            live: live_squares(position, rules),
        })
    }

    /// All legal moves with what the side that makes them can force then; `None` where the position
    /// has other squares or other rules, or is over.
    #[must_use]
    pub fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
        let is_same = position.blocks() == self.blocks
            && is_alike(rules, &self.layers.rules)
            && live_squares(position, rules) == self.live
            && position.outcome(rules).is_none();
        if !is_same {
            return None;
        }
        // The squares of the region are those of the position.
        self.layers.moves(View::default(), position).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::tests::{brute_force, limit, no_values, on_board, rules};

    /// Every position with every number of jumps left, by brute force from the literal rules. Returns
    /// how many of them have no value at hand.
    fn compare(size: (u8, u8), text: &str) -> usize {
        let rules = rules(text);
        let board = Board::of_size(size.0, size.1, &rules).expect("small");
        let region = board.region();
        let one = NonZeroUsize::MIN;
        let some = on_board(region, 1, 2);
        let table = TableInMemory::build(&some, &rules, one, &|| true).expect("small");
        let rounds = limit(&rules);
        let mut values = no_values(region);
        let mut far = 0;
        for pieces in (1..=region.len()).rev() {
            brute_force(
                region,
                &rules,
                (pieces, rounds),
                &mut values,
                |left, literal, value| {
                    let jumps = u16::try_from(rounds - left).expect("small");
                    let position = on_board(region, literal.own, literal.other).with_jumps(jumps);
                    if position.outcome(&rules).is_some() {
                        return;
                    }
                    let found = table.layers.value(View::default(), &position);
                    match found.expect("in memory") {
                        Some(found) => assert_eq!(found, value, "{text}: {position}"),
                        None => far += 1,
                    }
                },
            );
        }
        far
    }

    #[test]
    fn values_are_those_of_brute_force_with_every_count_of_jumps() {
        for text in [
            "2022,jump-limit=7",
            "uai,jump-limit=5",
            "uai,jump-limit=12",
            "2022,jump-limit=5,pass=counts",
            "uai,jump-limit=6,pass=free",
            "2022,stuck=award,jump-limit=6",
        ] {
            assert_eq!(compare((4, 2), text), 0, "{text}");
        }
        assert_eq!(compare((3, 3), "2022,jump-limit=9"), 0);
        assert_eq!(compare((3, 3), "uai,jump-limit=9"), 0);
        // The limit comes before the rounds end.
        assert_eq!(compare((3, 3), "uai,jump-limit=3"), 0);
    }

    #[test]
    fn other_squares_are_not_answered() {
        let rules = rules("uai");
        let one = NonZeroUsize::MIN;
        // Two rooms, and pieces in one of them, or in both.
        let rooms = |far: &str| -> Position {
            let text = format!("{far}-----/-------/-------/-------/x1o----/3----/o1x---- x 0 1");
            text.parse().expect("a position")
        };
        let alone = rooms("2");
        let table = TableInMemory::build(&alone, &rules, one, &|| true).expect("small");
        assert!(table.moves(&alone, &rules).is_some());
        assert_eq!(table.moves(&rooms("x1"), &rules), None);
    }
}
