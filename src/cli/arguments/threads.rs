//! `--threads`.

use super::values;
use std::num::NonZeroUsize;

/// The number of threads of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Threads {
    /// Number of threads.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = values::threads(),
    )]
    pub threads: NonZeroUsize,
}

/// The number of threads of training, which keeps the whole machine busy.
#[cfg(feature = "train")]
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct AllThreads {
    /// Number of threads; by default one for each core.
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub threads: Option<NonZeroUsize>,
}
