//! A scenario is tried, and perhaps tried again.

use super::PANIC;
use super::panics::caught;
use crate::diagnostic::Diagnostic;
use crate::tester::report::{Failure, Report};
use crate::tester::{Context, Outcome, Task};
use std::time::Instant;

/// Runs a task; one that ends badly is tried so many times more.
///
/// What passes in the end is flaky, and its report tells what was wrong the first time.
/// A scenario that is wrong itself is not tried again: it stays wrong.
pub(super) fn perform(task: &Task, context: &Context, retries: u32) -> Report {
    let first = once(task, context);
    if !can_change(first.outcome) {
        return first;
    }
    let mut last = None;
    for attempt in 2..=retries.saturating_add(1) {
        if context.stop.is_requested() {
            break;
        }
        let again = once(task, context);
        let good = !again.outcome.is_bad() && again.outcome.was_run();
        let duration = again.duration;
        last = Some((attempt, duration));
        if good {
            return Report {
                outcome: Outcome::Flaky,
                attempts: attempt,
                duration,
                // It may be that what was expected is right.
                patches: Vec::new(),
                ..first
            };
        }
    }
    let (attempts, duration) = last.unwrap_or((1, first.duration));
    Report {
        duration,
        attempts,
        ..first
    }
}

const fn can_change(outcome: Outcome) -> bool {
    outcome.is_bad() && !matches!(outcome, Outcome::Error)
}

fn once(task: &Task, context: &Context) -> Report {
    let begun = Instant::now();
    caught(|| task.work.perform(&task.identity, context)).unwrap_or_else(|words| {
        let message = format!("a fault of the runner: it panicked: {words}");
        let help = "the other scenarios are not affected; please report it with this scenario";
        let diagnostic = Diagnostic::error(PANIC, message).with_help([help.to_owned()]);
        Report {
            failure: Some(Failure::new(diagnostic)),
            duration: begun.elapsed(),
            ..Report::new(task.identity.clone(), Outcome::Error)
        }
    })
}
