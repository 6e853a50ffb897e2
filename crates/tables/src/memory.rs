//! The table of one position's board, in memory.

use crate::file::is_alike;
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
                &mut |layer, counts, alternating| {
                    layers[counts.pieces] = Some(OpenLayer::in_memory(layer, counts, alternating));
                },
            )
            .ok()?;
        Some(Self {
            layers: Layers {
                rules: *rules,
                region,
                layers,
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
