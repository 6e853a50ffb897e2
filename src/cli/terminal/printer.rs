//! What other threads print while a line is typed.

use crate::cli::output;
use ataxx_session::Arrival;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The interval at which a waiting thread looks whether it is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Prints above the line that is being typed. It keeps what is printed meanwhile until the editor
/// has been called away: a thread that prints never waits for the editor, since the editor may wait
/// for that thread.
#[derive(Clone, Default)]
pub struct Printer {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    printed: Mutex<Printed>,
    changed: Condvar,
}

#[derive(Default)]
struct Printed {
    /// Whether the editor has the terminal.
    is_edited: bool,
    /// What is printed once it has not.
    waiting: String,
}

impl Printer {
    fn lock(&self) -> MutexGuard<'_, Printed> {
        // Nothing in it can be half done.
        let locked = self.shared.printed.lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints a text, now or above the line.
    pub fn print(&self, text: &str) {
        let mut printed = self.lock();
        if printed.is_edited {
            printed.waiting += text;
            self.shared.changed.notify_all();
        } else {
            // A terminal that is gone is noticed where lines are read.
            let _ = output::data(text);
        }
    }

    /// Leaves the terminal to the editor, which is called away when there is something to print,
    /// if it can be.
    pub(super) fn enter_editor(&self, can_call: bool) -> Arrival {
        self.lock().is_edited = can_call;
        let shared = Arc::clone(&self.shared);
        Box::new(move || {
            let printed = shared.printed.lock();
            let printed = printed.unwrap_or_else(PoisonError::into_inner);
            let is_idle = |printed: &mut Printed| printed.waiting.is_empty();
            let waited = shared
                .changed
                .wait_timeout_while(printed, POLL_INTERVAL, is_idle);
            let (printed, _) = waited.unwrap_or_else(PoisonError::into_inner);
            !printed.waiting.is_empty()
        })
    }

    /// Takes the terminal back from the editor, and prints what waits.
    pub fn leave_editor(&self) {
        let mut printed = self.lock();
        printed.is_edited = false;
        let _ = output::data(&std::mem::take(&mut printed.waiting));
    }
}
