//! Detected faults as CSV.

use super::{Detection, Tried};
use crate::presentation::{inert_field as field, rows};
use crate::tester::faults::Fault;
use crate::tester::report::Identity;

/// A row for each fault: `caught`, `survived`, `unfinished`, or why it was not tried.
pub fn csv(detection: &Detection) -> String {
    let tried = detection.tried.iter().map(|tried| {
        let scenarios: Vec<String> = tried.caught_by.iter().map(Identity::key).collect();
        row(
            tried.fault,
            tried.counts(),
            result(tried),
            &scenarios.join("; "),
        )
    });
    let not_tried = detection
        .not_tried
        .iter()
        .map(|(fault, reason)| row(*fault, false, reason.name(), ""));
    rows(
        [
            "fault",
            "description",
            "counts",
            "result",
            "caught_by",
            "test",
        ],
        tried.chain(not_tried),
    )
}

fn row(fault: Fault, counts: bool, result: &str, scenarios: &str) -> [String; 6] {
    [
        fault.name().to_owned(),
        field(fault.description()),
        counts.to_string(),
        result.to_owned(),
        field(scenarios),
        field(fault.test()),
    ]
}

const fn result(tried: &Tried) -> &'static str {
    if tried.is_caught() {
        "caught"
    } else if tried.complete {
        "survived"
    } else {
        "unfinished"
    }
}
