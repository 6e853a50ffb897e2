//! Ctrl-C.

use super::exit::Exit;
use super::progress;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C at a terminal: a thinking AI is to play at once, and nothing more
/// is to happen until the person types another line, which clears it.
pub static TOLD: AtomicBool = AtomicBool::new(false);

/// What Ctrl-C does from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInterrupt {
    /// Leave at once. All that was done has been written by then.
    Leave,
    /// The first makes a thinking AI play, the second in a row leaves.
    PlayThenLeave,
}

/// Settles what Ctrl-C does. Where the system does not let a program know of it,
/// it does what the system does.
pub fn settle(on_interrupt: OnInterrupt) {
    let _ = ctrlc::set_handler(move || {
        let before = TOLD.swap(true, Ordering::Relaxed);
        if on_interrupt == OnInterrupt::Leave || before {
            progress::clear();
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}
