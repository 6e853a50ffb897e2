//! How a solver works.

use super::argument::Arguments;
use std::num::NonZeroUsize;

/// How a solver works. None of it changes what it finds.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much memory its table may take at most, in bytes. It begins small.
    pub table_bytes: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// What spares the search its work.
    pub arguments: Arguments,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            table_bytes: 64 << 20,
            threads: NonZeroUsize::MIN,
            arguments: Arguments::ALL,
        }
    }
}
