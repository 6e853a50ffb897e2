//! Performing a task, with retries. A panic becomes a report.

use crate::report::{Outcome, Problem, Report};
use crate::runner::{Context, Task};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::time::Instant;

/// Performs a task, and retries it if it ends badly.
///
/// If a retry passes, the outcome is flaky, and the report has the failure of the first
/// attempt. An error in the scenario itself is not retried.
pub(super) fn perform(task: &Task, context: &Context, retries: u32) -> Report {
    let mut report = once(task, context);
    if !can_change(report.outcome) {
        return report;
    }
    for attempt in 2..=retries.saturating_add(1) {
        if context.stop.is_requested() {
            break;
        }
        let again = once(task, context);
        report.attempts = attempt;
        report.duration = again.duration;
        if !again.outcome.is_bad() && again.outcome.was_run() {
            report.outcome = Outcome::Flaky;
            // The expectation can be right.
            report.patches.clear();
            break;
        }
    }
    report
}

const fn can_change(outcome: Outcome) -> bool {
    outcome.is_bad() && !matches!(outcome, Outcome::Error)
}

fn once(task: &Task, context: &Context) -> Report {
    let begun = Instant::now();
    caught(|| task.work.perform(&task.identity, context)).unwrap_or_else(|words| {
        let message = format!("a fault of the runner: it panicked: {words}");
        let help = "the other scenarios are not affected; please report it with this scenario";
        let problem = Problem::panic(message).with_help([help.to_owned()]);
        Report {
            failure: Some(problem),
            duration: begun.elapsed(),
            ..Report::new(task.identity.clone(), Outcome::Error)
        }
    })
}

thread_local! {
    /// Whether a panic of this thread is going to be caught.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Where the last such panic was.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stops caught panics from being written to stderr, from now on. Other panics are written as
/// before.
pub fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo| {
            if CAUGHT.get() {
                let place = info.location().map(ToString::to_string);
                PLACE.with_borrow_mut(|last| *last = place);
            } else {
                usual(info);
            }
        }));
    });
}

/// Runs the action. Returns the message and place if it panics.
fn caught<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    PLACE.with_borrow_mut(|place| *place = None);
    let before = CAUGHT.replace(true);
    // What the action has changed may be inconsistent: the caller drops it.
    let ended = panic::catch_unwind(AssertUnwindSafe(action));
    CAUGHT.set(before);
    ended.map_err(|payload| {
        let words = words(payload.as_ref());
        match PLACE.with_borrow_mut(Option::take) {
            Some(place) => format!("{words} ({place})"),
            None => words,
        }
    })
}

/// The message of a panic.
fn words(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}
