//! The thread that owns the session and its keeper.

#[cfg(test)]
mod tests;

use super::queue::{Handle, QueuedOrder};
use ataxx_page::keeper::Keeper;
use ataxx_page::place::{Place, Terminal};
use ataxx_session::{Flow, Interpreter};
use std::time::{Duration, Instant};

/// A session without input ends when no page has been open for so long.
const CLOSING: Duration = Duration::from_secs(120);
/// The time for the last update of the pages.
const LAST_UPDATE: Duration = Duration::from_millis(500);

/// Carries out the orders of a handle until the session is over.
///
/// The interpreter must use the cancellation of the handle, and the engines of the keeper as its
/// chooser.
pub fn run_session(
    handle: &Handle,
    mut keeper: Keeper,
    mut interpreter: Interpreter,
    terminal: &mut dyn Terminal,
) {
    while let Some(next) = next(handle, &mut keeper, &mut interpreter, terminal) {
        let QueuedOrder { order, by, answer } = next;
        let flow = keeper.carry_out(order, (by, answer), &mut interpreter, terminal);
        if flow == Flow::End {
            break;
        }
    }
    keeper.end(&mut interpreter, terminal);
    handle.wait_for_pages(LAST_UPDATE);
}

/// The next order; `None` when there is no input and no page any more. Meanwhile what comes without
/// orders happens.
fn next(
    handle: &Handle,
    keeper: &mut Keeper,
    interpreter: &mut Interpreter,
    terminal: &mut dyn Terminal,
) -> Option<QueuedOrder> {
    const POLL_INTERVAL: Duration = Duration::from_millis(500);
    let mut seen = Instant::now();
    let mut pause = keeper.next_move_in();
    loop {
        if pause.is_none() && !keeper.has_no_input() && !interpreter.is_connected() {
            return handle.next(None);
        }
        let next = handle.next(Some(Instant::now() + pause.unwrap_or(POLL_INTERVAL)));
        if next.is_some() {
            return next;
        }
        if pause.is_some() {
            pause = keeper.play_on(interpreter);
            continue;
        }
        handle.begin_without_order();
        if keeper.receive(interpreter, terminal) == Flow::End {
            return None;
        }
        if handle.pages() > 0 {
            seen = Instant::now();
        }
        if keeper.has_no_input() && seen.elapsed() >= CLOSING {
            return None;
        }
    }
}
