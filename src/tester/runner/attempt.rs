//! Retries.

use super::PANIC;
use super::panics::caught;
use crate::tester::report::{Failure, Report};
use crate::tester::{Context, Outcome, Task};
use ataxx_core::diagnostic::Diagnostic;
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
        let diagnostic = Diagnostic::error(PANIC, message).with_help([help.to_owned()]);
        Report {
            failure: Some(Failure::new(diagnostic)),
            duration: begun.elapsed(),
            ..Report::new(task.identity.clone(), Outcome::Error)
        }
    })
}
