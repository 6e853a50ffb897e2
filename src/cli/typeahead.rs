//! Watches for input during a wait for a remote program.

use super::interrupt::INTERRUPT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Watches, in a thread, for input that ends the wait. The input stays unread.
pub struct TypeaheadWatcher {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<bool>,
}

impl TypeaheadWatcher {
    /// Starts the thread. `comes` waits a moment for such input and returns whether there is any.
    pub fn begin(mut comes: impl FnMut() -> bool + Send + 'static) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&ends);
        let thread = thread::spawn(move || {
            while !is_stopped.load(Ordering::Relaxed) {
                if comes() {
                    INTERRUPT.request();
                    return true;
                }
            }
            false
        });
        Self { ends, thread }
    }

    /// Stops the thread. Returns whether there was input that ends the wait.
    pub fn end(self) -> bool {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or(false)
    }
}
