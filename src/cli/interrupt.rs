//! Ctrl-C.

use super::exit::Exit;
use super::progress;
use ataxx_toolkit::Cancellation;

/// Requested by Ctrl-C: the work in progress ends at once, with what is known by then. In
/// a session at a terminal the next line that is typed clears it.
pub static INTERRUPT: Cancellation = Cancellation::new();

/// What Ctrl-C does from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInterrupt {
    /// Leave at once. All that was done has been written by then.
    Leave,
    /// The first ends what is being done (a thinking AI plays), the second in a row
    /// leaves.
    FinishThenLeave,
}

/// Sets what Ctrl-C does. Where it cannot be handled, the default of the system stays.
pub fn settle(on_interrupt: OnInterrupt) {
    let _ = ctrlc::set_handler(move || {
        // `Leave` requests no cancellation: the work would end with a partial result, which
        // could still be written.
        if on_interrupt == OnInterrupt::Leave || INTERRUPT.request() {
            progress::clear();
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}
