//! The threads of a counter.

use rayon::prelude::*;
use std::num::NonZeroUsize;
use thiserror::Error;

/// The threads of a counter could not be started.
#[derive(Debug, Error)]
#[error("cannot start the threads: {0}")]
pub struct ThreadsError(#[from] rayon::ThreadPoolBuildError);

/// A thread pool; without one, the calling thread does the work.
pub struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    pub fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        if count == NonZeroUsize::MIN {
            return Ok(Self(None));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count.get());
        Ok(Self(Some(pool.build()?)))
    }

    /// The results for all parts in their order, or the first error found.
    pub fn map<P: Sync, T: Send, E: Send>(
        &self,
        parts: &[P],
        action: impl Fn(&P) -> Result<T, E> + Send + Sync,
    ) -> Result<Vec<T>, E> {
        match &self.0 {
            None => parts.iter().map(action).collect(),
            // One by one, because a part can outweigh all others together.
            Some(pool) => pool.install(|| parts.par_iter().with_max_len(1).map(action).collect()),
        }
    }
}
