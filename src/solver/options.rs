//! How a solver works.

use super::pruning::PruningRules;
use std::num::NonZeroUsize;

/// How a solver works. None of it changes what it finds.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// How much memory its table may take at most, in bytes. It begins small.
    pub table_bytes: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// What spares the search its work.
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
