//! The threads of a counter without the feature `rayon`: only the calling thread.

use std::num::NonZeroUsize;
use thiserror::Error;

/// The threads of a counter could not be started.
#[derive(Debug, Error)]
#[error("cannot start the threads: this build has no feature `rayon`")]
pub struct ThreadsError(());

/// The calling thread.
pub struct Threads;

impl Threads {
    pub fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        if count == NonZeroUsize::MIN {
            Ok(Self)
        } else {
            Err(ThreadsError(()))
        }
    }

    /// The results for all parts in their order, or the first error found.
    #[allow(clippy::unused_self)] // as with the feature `rayon`
    pub fn map<P, T, E>(
        &self,
        parts: &[P],
        action: impl Fn(&P) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        parts.iter().map(action).collect()
    }
}
