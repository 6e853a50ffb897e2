//! Detected faults as JSON.

use super::{Detection, Tried};
use crate::tester::report::Identity;
use serde::Serialize;

/// The detected faults as one JSON object.
pub fn json(detection: &Detection) -> serde_json::Result<String> {
    serde_json::to_string(&Document {
        caught: detection.caught(),
        of: detection.of(),
        complete: detection.is_complete(),
        scenarios: detection.scenarios.len(),
        faults: detection.tried.iter().map(FaultEntry::of).collect(),
        not_tried: detection
            .not_tried
            .iter()
            .map(|(fault, reason)| Left {
                name: fault.name(),
                reason: reason.name(),
            })
            .collect(),
        idle: detection.idle().map(Identity::key).collect(),
    })
}

#[derive(Serialize)]
struct Document {
    caught: usize,
    of: usize,
    complete: bool,
    scenarios: usize,
    faults: Vec<FaultEntry>,
    not_tried: Vec<Left>,
    /// The scenarios that caught no fault.
    idle: Vec<String>,
}

#[derive(Serialize)]
struct FaultEntry {
    name: &'static str,
    description: &'static str,
    /// Whether it counts for the score.
    counts: bool,
    caught_by: Vec<String>,
    complete: bool,
    test: &'static str,
}

impl FaultEntry {
    fn of(tried: &Tried) -> Self {
        Self {
            name: tried.fault.name(),
            description: tried.fault.description(),
            counts: tried.counts(),
            caught_by: tried.caught_by.iter().map(Identity::key).collect(),
            complete: tried.complete,
            test: tried.fault.test(),
        }
    }
}

#[derive(Serialize)]
struct Left {
    name: &'static str,
    reason: &'static str,
}
