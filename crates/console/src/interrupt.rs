//! What ends the program or its work: the signals of Ctrl-C, SIGTERM and SIGHUP.

use crate::{progress, terminal_modes};
use ataxx_core::Cancellation;
use ataxx_opponents::kill_programs;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

/// Requested by a signal: the work in progress ends at once, with what is known by then. In
/// a session at a terminal the next line that is typed clears it.
pub static INTERRUPT: Cancellation = Cancellation::new();

/// The signal that came last, for the exit status.
static SIGNAL: AtomicU8 = AtomicU8::new(SIGINT);

/// The prompt of a session at a terminal.
pub static PROMPT: Prompt = Prompt {
    is_open: AtomicBool::new(false),
    is_after_ctrl_c: AtomicBool::new(false),
};

/// Whether a session waits for a line, and what Ctrl-C does then.
pub struct Prompt {
    is_open: AtomicBool,
    /// Whether Ctrl-C came before, and no line since.
    is_after_ctrl_c: AtomicBool,
}

const SIGINT: u8 = 2;

/// The time in which the terminal is restored before the program ends.
const LAST_OUTPUT: Duration = Duration::from_millis(200);

impl Prompt {
    /// A line is waited for, the first since Ctrl-C or not.
    pub fn open(&self, is_after_ctrl_c: bool) {
        self.is_after_ctrl_c
            .store(is_after_ctrl_c, Ordering::Relaxed);
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// None is waited for any longer.
    pub fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Whether Ctrl-C that comes as a signal ends the session: at the prompt the second in a row
    /// does. An editor of lines takes it as a key there, but the signal may have been meant for what
    /// has just been done.
    fn ends_at_ctrl_c(&self) -> bool {
        self.is_open.load(Ordering::Relaxed) && self.is_after_ctrl_c.swap(true, Ordering::Relaxed)
    }
}

/// What a signal does from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInterrupt {
    /// It ends the program at once. All that was done has been written by then.
    Leave,
    /// It ends the work, and the command writes what is known. The second Ctrl-C ends the program
    /// at once.
    FinishThenLeave,
    /// Ctrl-C ends what is being done (a thinking AI plays), and twice in a row at the prompt the
    /// program. Other signals end the program at once.
    StayInSession,
}

/// The exit status after a signal: 128 and its number.
pub fn exit_status() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed)
}

/// Sets what signals do. Where they cannot be handled, the default of the system stays. SIGHUP
/// stays ignored where it is, for `nohup`.
pub fn settle(on_interrupt: OnInterrupt) {
    handle_signals(move |signal| {
        SIGNAL.store(signal, Ordering::Relaxed);
        let is_ctrl_c = signal == SIGINT;
        let leaves = match on_interrupt {
            // It requests no cancellation: the work would end with a partial result, which could
            // still be written.
            OnInterrupt::Leave => true,
            OnInterrupt::StayInSession if !is_ctrl_c => true,
            OnInterrupt::StayInSession => {
                INTERRUPT.request();
                PROMPT.ends_at_ctrl_c()
            }
            // `timeout` sends its signal twice.
            OnInterrupt::FinishThenLeave => INTERRUPT.request() && is_ctrl_c,
        };
        if leaves {
            leave();
        }
    });
}

/// Makes what exceeds the limit on the size of files (`ulimit -f`) an error of writing: by default
/// the system ends the program in the middle of a file. Programs that are started keep the default.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        use std::sync::Arc;

        let ignored = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(SIGXFSZ, ignored);
    }
}

/// Ends the program with the exit status of a signal, and the programs that it has started.
pub fn leave() -> ! {
    // A terminal that takes no output (Ctrl-S) must not keep the program.
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let _ = thread::Builder::new().spawn(move || {
        terminal_modes::restore();
        progress::clear();
        drop(done);
    });
    let _ = is_done.recv_timeout(LAST_OUTPUT);
    kill_programs();
    std::process::exit(exit_status().into());
}

#[cfg(unix)]
fn handle_signals(handle: impl Fn(u8) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut handled = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        handled.push(SIGHUP);
    }
    // The thread registers the handlers: if it cannot be started, the default actions stay.
    let thread = thread::Builder::new().name("signals".to_owned());
    let (ready, is_ready) = std::sync::mpsc::channel::<()>();
    let _ = thread.spawn(move || {
        let Ok(mut signals) = signal_hook::iterator::Signals::new(handled) else {
            return;
        };
        drop(ready);
        for signal in signals.forever() {
            handle(u8::try_from(signal).unwrap_or_default());
        }
    });
    // The thread drops the sender when the signals are handled, or cannot be.
    let _ = is_ready.recv();
}

/// Whether a signal is ignored, by the information in `/proc`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn handle_signals(handle: impl Fn(u8) + Send + 'static) {
    let _ = ctrlc::set_handler(move || handle(SIGINT));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_late_ctrl_c_does_not_end_a_session() {
        let prompt = Prompt {
            is_open: AtomicBool::new(false),
            is_after_ctrl_c: AtomicBool::new(false),
        };
        // While something is done, any number.
        assert!(!prompt.ends_at_ctrl_c() && !prompt.ends_at_ctrl_c());
        prompt.open(false);
        assert!(!prompt.ends_at_ctrl_c());
        assert!(prompt.ends_at_ctrl_c());
        prompt.close();
        prompt.open(true);
        assert!(prompt.ends_at_ctrl_c());
    }
}
