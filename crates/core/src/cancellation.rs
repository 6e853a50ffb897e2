//! Cancellation of work that is in progress.

use std::sync::atomic::{AtomicBool, Ordering};

/// A flag by which one thread asks others to end their work early.
///
/// Searches, games and test runs take a `&Cancellation`, look at it often and end with what
/// they have. It can be requested from a signal handler.
#[derive(Debug, Default)]
pub struct Cancellation(AtomicBool);

static NEVER: Cancellation = Cancellation::new();

impl Cancellation {
    /// A flag that is not set.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// A flag that is never set.
    #[must_use]
    pub fn never() -> &'static Self {
        &NEVER
    }

    /// Requests cancellation. Returns whether it had been requested before.
    pub fn request(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether cancellation has been requested.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Withdraws the request, for the next piece of work.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
