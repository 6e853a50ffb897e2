//! Our own collection of scenarios: all of it passes, and it is as big as it is said to be.

use crate::collection::{collection, description_of, perform};
use ataxx_toolkit::report::Outcome;
use ataxx_toolkit::runner::RunSettings;
use ataxx_toolkit::scenario::tasks;
use std::collections::BTreeSet;

/// What the collection holds at least.
const LEAST: usize = 200;

#[test]
fn all_scenarios_pass() {
    let tasks = collection(tasks).unwrap_or_else(|wrong| panic!("{wrong}"));
    let reports = perform(&tasks, &RunSettings::default());
    let is_good = |outcome| matches!(outcome, Outcome::Pass | Outcome::ExpectedFailure);
    let bad = reports
        .iter()
        .filter(|report| !is_good(report.outcome) || !report.warnings.is_empty());
    let bad: Vec<String> = bad.map(description_of).collect();
    assert!(
        bad.is_empty(),
        "{} of {} scenarios:\n\n{}",
        bad.len(),
        reports.len(),
        bad.join("\n")
    );
}

#[test]
fn scenarios_have_suites_tags_and_unique_names() {
    let tasks = collection(tasks).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tasks.len() >= LEAST, "{} scenarios", tasks.len());
    let mut names = BTreeSet::new();
    for task in &tasks {
        let identity = &task.identity;
        assert!(identity.suite.is_some(), "{} has no suite", identity.file);
        assert!(!identity.tags.is_empty(), "{} has no tags", identity.key());
        assert!(
            names.insert(&identity.name),
            "two are called {}",
            identity.name
        );
    }
}
