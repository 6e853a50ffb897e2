//! The modes of the terminal, which a line editor changes: they are restored however the program
//! ends. And the signal of its size.

#[cfg(unix)]
pub use unix::{keep, restore, set_resize_signal};

#[cfg(unix)]
mod unix {
    use nix::sys::signal::{SigSet, Signal};
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
    use std::io::{self, IsTerminal, Write};
    use std::os::fd::{AsFd, OwnedFd};
    use std::sync::{Mutex, PoisonError};

    /// The terminal on standard input, the place of which may be taken, and its modes.
    static KEPT: Mutex<Option<(OwnedFd, Termios)>> = Mutex::new(None);

    /// Keeps the modes that the terminal has before any line is edited.
    pub fn keep() {
        let terminal = io::stdin().as_fd().try_clone_to_owned().ok();
        if let Some(terminal) = terminal
            && let Ok(modes) = tcgetattr(&terminal)
        {
            *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some((terminal, modes));
        }
    }

    /// Whether this thread, and those that it starts, may get the signal of a new size. It ends the
    /// reading of the thread that gets it, and only the editor reads again.
    pub fn set_resize_signal(is_wanted: bool) {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGWINCH);
        let _ = if is_wanted {
            signals.thread_unblock()
        } else {
            signals.thread_block()
        };
    }

    /// Restores them, and starts a new line, if one is being edited.
    pub fn restore() {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((terminal, modes)) = &*kept
            && tcgetattr(terminal).is_ok_and(|now| now != *modes)
        {
            let _ = tcsetattr(terminal, SetArg::TCSANOW, modes);
            // Bracketed paste is a mode of its own.
            let mut stdout = io::stdout();
            if stdout.is_terminal() {
                let _ = stdout.write_all(b"\x1b[?2004l\n");
                let _ = stdout.flush();
            }
        }
    }
}

/// Changes nothing: only its editor changes the modes of this terminal.
#[cfg(not(unix))]
pub const fn keep() {}

/// Changes nothing.
#[cfg(not(unix))]
pub const fn restore() {}

/// Changes nothing.
#[cfg(not(unix))]
pub const fn set_resize_signal(_: bool) {}
