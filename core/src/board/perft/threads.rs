//! The threads of a counter.

#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::num::NonZeroUsize;
use thiserror::Error;

/// The threads of a counter could not be started.
#[derive(Debug, Error)]
#[error("cannot start the threads: {0}")]
pub struct ThreadsError(String);

/// A thread pool; without one, the calling thread does the work.
pub struct Threads {
    #[cfg(feature = "rayon")]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    #[cfg(feature = "rayon")]
    pub fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(count.get());
        let pool = (count > NonZeroUsize::MIN).then(|| builder.build());
        let pool = pool.transpose();
        Ok(Self {
            pool: pool.map_err(|error| ThreadsError(error.to_string()))?,
        })
    }

    #[cfg(not(feature = "rayon"))]
    pub fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        if count > NonZeroUsize::MIN {
            let reason = "this build has no feature `rayon`";
            return Err(ThreadsError(reason.to_owned()));
        }
        Ok(Self {})
    }

    /// The results for all parts in their order, or the first error found.
    #[cfg_attr(not(feature = "rayon"), allow(clippy::unused_self))]
    pub fn map<P: Sync, T: Send, E: Send>(
        &self,
        parts: &[P],
        action: impl Fn(&P) -> Result<T, E> + Send + Sync,
    ) -> Result<Vec<T>, E> {
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            // One by one, because a part can outweigh all others together.
            return pool.install(|| parts.par_iter().with_max_len(1).map(action).collect());
        }
        parts.iter().map(action).collect()
    }
}
