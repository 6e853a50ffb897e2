//! What ends the program or its work: the signals of Ctrl-C, SIGTERM and SIGHUP, and input during a
//! wait for a remote program.

use super::progress;
use crate::opponents::kill_programs;
use ataxx_core::Cancellation;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread::{self, JoinHandle};

/// Requested by a signal: the work in progress ends at once, with what is known by then. In
/// a session at a terminal the next line that is typed clears it.
pub static INTERRUPT: Cancellation = Cancellation::new();

/// The signal that came last, for the exit status.
static SIGNAL: AtomicU8 = AtomicU8::new(SIGINT);

/// Whether a session at a terminal waits for a line.
static AT_PROMPT: AtomicBool = AtomicBool::new(false);

const SIGINT: u8 = 2;

/// Says whether a session at a terminal waits for a line.
pub fn at_prompt(is_at_prompt: bool) {
    AT_PROMPT.store(is_at_prompt, Ordering::Relaxed);
}

/// What a signal does from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInterrupt {
    /// It ends the program at once. All that was done has been written by then.
    Leave,
    /// It ends the work, and the command writes what is known. The second Ctrl-C ends the program
    /// at once.
    FinishThenLeave,
    /// Ctrl-C ends what is being done (a thinking AI plays), and at the prompt the program: an
    /// editor of lines takes it as a key there. Other signals end the program at once.
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
                AT_PROMPT.load(Ordering::Relaxed)
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
        let ignored = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(SIGXFSZ, ignored);
    }
}

/// Ends the program with the exit status of a signal, and the programs that it has started.
pub fn leave() -> ! {
    progress::clear();
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
