//! Looks out for input while a remote program is waited for.

use super::interrupt::INTERRUPT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Looks out for input that ends the waiting, in a thread of its own, and leaves it to be read
/// afterwards.
pub struct TypeaheadWatcher {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<bool>,
}

impl TypeaheadWatcher {
    /// Begins; `comes` waits a moment for such input, and says whether there is any.
    pub fn begin(mut comes: impl FnMut() -> bool + Send + 'static) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&ends);
        let thread = thread::spawn(move || {
            while !told.load(Ordering::Relaxed) {
                if comes() {
                    INTERRUPT.request();
                    return true;
                }
            }
            false
        });
        Self { ends, thread }
    }

    /// Ends. Returns whether there was input that ends the waiting.
    pub fn end(self) -> bool {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or(false)
    }
}
