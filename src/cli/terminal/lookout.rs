//! Looks out for lines that are typed while a remote program is waited for.

use crate::cli::interrupt::INTERRUPT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Looks out for a typed line, or the end of input, in a thread of its own. It ends the waiting
/// and leaves the line for the next prompt.
pub struct Lookout {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<bool>,
}

impl Lookout {
    /// Begins.
    pub fn begin() -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&ends);
        let thread = thread::spawn(move || {
            while !told.load(Ordering::Relaxed) {
                if line_is_typed() {
                    INTERRUPT.request();
                    return true;
                }
            }
            false
        });
        Self { ends, thread }
    }

    /// Ends. Returns whether a line was typed.
    pub fn end(self) -> bool {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or(false)
    }
}

/// Waits a moment for a line that can be read.
#[cfg(unix)]
fn line_is_typed() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    const MOMENT_MS: u8 = 20;
    let stdin = std::io::stdin();
    let mut watched = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    poll(&mut watched, PollTimeout::from(MOMENT_MS)).is_ok_and(|ready| ready > 0)
}

/// Waits a moment.
#[cfg(not(unix))]
fn line_is_typed() -> bool {
    thread::sleep(std::time::Duration::from_millis(20));
    false
}
