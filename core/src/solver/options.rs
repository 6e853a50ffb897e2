//! Options of the solver.

use super::pruning::PruningRules;
use std::num::NonZeroUsize;

/// Options of a [`Solver`](super::Solver). They change its speed, not its results.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// Maximum size of the transposition table, in bytes. The table starts small.
    pub table_bytes: usize,
    /// Number of search threads.
    pub threads: NonZeroUsize,
    /// The pruning rules in use.
    pub pruning: PruningRules,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            table_bytes: 64 << 20,
            threads: NonZeroUsize::MIN,
            pruning: PruningRules::ALL,
        }
    }
}
