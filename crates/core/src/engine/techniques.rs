//! The techniques of the search, each with a name and a switch, and the numbers that they use.

use super::score::Value;
use bitflags::bitflags;
use std::sync::LazyLock;

bitflags! {
    /// Techniques of the search. Those of the first group never change the value of a search
    /// to a given depth; those of the second prune or reduce moves that are unlikely to
    /// matter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct SearchTechniques: u16 {
        /// Transposition table cut-offs.
        const TABLE = 1 << 0;
        /// The table move is searched first.
        const TABLE_MOVE = 1 << 1;
        /// Moves that are often the best with the same squares around them are searched first.
        const MOVE_PATTERNS = 1 << 2;
        /// History heuristic: moves that caused cut-offs elsewhere are searched first.
        const HISTORY = 1 << 3;
        /// Continuation history: moves that caused cut-offs in reply to the same move are
        /// searched first.
        const CONTINUATION_HISTORY = 1 << 4;
        /// Principal variation search: moves after the first get a null window first.
        const NULL_WINDOWS = 1 << 5;
        /// Aspiration windows at the root.
        const ASPIRATION = 1 << 6;

        /// Reverse futility pruning: near the leaves, a node whose evaluation exceeds beta by a
        /// margin is cut off.
        const REVERSE_FUTILITY = 1 << 7;
        /// Late-move pruning: near the leaves, late moves are skipped.
        const LATE_MOVE_PRUNING = 1 << 8;
        /// Late-move reductions: late moves are searched to a smaller depth first.
        const LATE_MOVE_REDUCTIONS = 1 << 9;
        /// Internal iterative reductions: nodes without a table move are searched to a smaller
        /// depth. Has no effect without [`TABLE_MOVE`](Self::TABLE_MOVE).
        const INTERNAL_REDUCTIONS = 1 << 10;
        /// Futility pruning: near the leaves, moves that gain too few pieces to reach alpha
        /// are skipped.
        const FUTILITY = 1 << 11;
        /// History reductions: moves that failed elsewhere are reduced more, good ones less. Has
        /// no effect without [`LATE_MOVE_REDUCTIONS`](Self::LATE_MOVE_REDUCTIONS).
        const HISTORY_REDUCTIONS = 1 << 12;
        /// Singular extensions: a table move that is much better than all others is searched
        /// deeper, and a node where others reach beta as well is cut off.
        const SINGULAR_EXTENSIONS = 1 << 13;
        /// Static reductions: late moves are reduced more where the static value is below alpha,
        /// and less where it is above. Has no effect without
        /// [`LATE_MOVE_REDUCTIONS`](Self::LATE_MOVE_REDUCTIONS).
        const STATIC_REDUCTIONS = 1 << 14;
    }
}

impl SearchTechniques {
    /// The techniques that never change the value of a search to a given depth.
    pub const EXACT: Self = Self::TABLE
        .union(Self::TABLE_MOVE)
        .union(Self::MOVE_PATTERNS)
        .union(Self::HISTORY)
        .union(Self::CONTINUATION_HISTORY)
        .union(Self::NULL_WINDOWS)
        .union(Self::ASPIRATION);

    /// Every technique with its name on the command line.
    pub const NAMED: [(&'static str, Self); 15] = [
        ("table", Self::TABLE),
        ("table-move", Self::TABLE_MOVE),
        ("move-patterns", Self::MOVE_PATTERNS),
        ("history", Self::HISTORY),
        ("continuation-history", Self::CONTINUATION_HISTORY),
        ("null-windows", Self::NULL_WINDOWS),
        ("aspiration", Self::ASPIRATION),
        ("reverse-futility", Self::REVERSE_FUTILITY),
        ("late-move-pruning", Self::LATE_MOVE_PRUNING),
        ("late-move-reductions", Self::LATE_MOVE_REDUCTIONS),
        ("internal-reductions", Self::INTERNAL_REDUCTIONS),
        ("futility", Self::FUTILITY),
        ("history-reductions", Self::HISTORY_REDUCTIONS),
        ("singular-extensions", Self::SINGULAR_EXTENSIONS),
        ("static-reductions", Self::STATIC_REDUCTIONS),
    ];
}

// These numbers were tuned in matches of the program against itself.

/// The maximum depth of reverse futility pruning.
pub(super) const REVERSE_FUTILITY_DEPTH: u32 = 6;
/// The margin of reverse futility pruning for each ply of depth.
pub(super) const REVERSE_FUTILITY_MARGIN: Value = 27;
/// The maximum depth of futility pruning.
pub(super) const FUTILITY_DEPTH: u32 = 2;
/// The margin of futility pruning for each ply of depth.
pub(super) const FUTILITY_MARGIN: Value = 35;
/// The value of a gained piece in futility pruning.
pub(super) const FUTILITY_PIECE: Value = 11;
/// The minimum depth of positions whose children are looked up in the table.
pub(super) const PREFETCH_DEPTH: u32 = 3;
/// The minimum depth of singular extensions.
pub(super) const SINGULAR_DEPTH: u32 = 6;
/// The number of plies of depth for each unit by which all other moves must be worse than the
/// table move.
pub(super) const SINGULAR_PLIES: Value = 4;
/// The maximum number of extensions in a line.
pub(super) const MAX_EXTENSIONS: u32 = 6;
/// The parts of a ply by which the history changes a reduction, for each 5 of its units.
pub(super) const HISTORY_PARTS: i32 = 2;
/// The parts of a ply by which a unit of the static value below alpha increases a reduction.
pub(super) const STATIC_REDUCTION: i32 = 6;
/// The greatest difference between the static value and alpha that counts.
pub(super) const STATIC_RANGE: Value = 200;

/// The number of moves that are searched at this depth, with late-move pruning.
pub(super) const fn late_move_count(depth: u32) -> usize {
    match depth {
        1..=6 => (9 + 4 * depth * depth) as usize / 6,
        _ => usize::MAX,
    }
}

/// Late-move reduction in parts of a ply, by depth and move number: 2/5 of the product of their
/// binary logarithms.
pub(super) static REDUCTIONS: LazyLock<Box<[[u16; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (before, reduction) in row.iter_mut().enumerate().skip(1) {
            // Integer arithmetic: the same on every machine.
            let logs = log2(depth) * log2(before);
            let parts = logs * 2 * PLY as usize / (64 * 64 * 5);
            *reduction = u16::try_from(parts).unwrap_or(u16::MAX);
        }
    }
    table
});

/// The parts of a ply in which reductions are computed.
pub(super) const PLY: u32 = 1024;

/// The binary logarithm in 64ths, linearly interpolated between powers of two.
fn log2(number: usize) -> usize {
    let whole = number.ilog2() as usize;
    64 * whole + ((64 * (number - (1 << whole))) >> whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_name() {
        let expected: Vec<_> = SearchTechniques::all()
            .iter_names()
            .map(|(name, technique)| (name.to_lowercase().replace('_', "-"), technique))
            .collect();
        let named = SearchTechniques::NAMED.map(|(name, technique)| (name.to_owned(), technique));
        assert_eq!(named.to_vec(), expected);
    }
}
