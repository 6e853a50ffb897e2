//! Our scenarios bite: whatever is wrong with a session, at least one of them notices.
//! `make bite` lists which.

use crate::collection::{Disk, collection};
use ataxx_core::Cancellation;
use ataxx_session::mutants::Fault;
use ataxx_testing::runner::{Context, RunSettings, Task};
use ataxx_testing::scenario::tasks;
use rayon::prelude::*;
use std::time::Duration;

/// What the collection must notice at least.
const LEAST: usize = 24;
/// What takes its time, and mostly looks at other things than the session.
const COSTLY: [&str; 5] = ["ai", "perft", "protocol", "seeds", "solver"];

fn has_one_of(task: &Task, tags: &[&str]) -> bool {
    let mut own = task.identity.tags.iter();
    own.any(|tag| tags.contains(&tag.as_str()))
}

/// A fault may keep a game from ending.
fn settings(fault: Fault) -> RunSettings {
    RunSettings {
        timeout: Some(Duration::from_secs(20)),
        fault: Some(fault),
        own_program: Some(env!("CARGO_BIN_EXE_ataxx").into()),
        ..RunSettings::default()
    }
}

fn is_caught(fault: Fault, tasks: &[Task]) -> bool {
    let (settings, stop) = (settings(fault), Cancellation::new());
    let context = Context {
        settings: &settings,
        files: &Disk,
        stop: &stop,
    };
    let catches = |task: &Task| {
        let report = task.work.perform(&task.identity, &context);
        report.outcome.is_bad()
    };
    tasks.par_iter().any(catches)
}

#[test]
fn every_fault_is_caught() {
    assert!(Fault::ALL.len() >= LEAST);
    let mut all = collection(tasks).unwrap_or_else(|wrong| panic!("{wrong}"));
    all.retain(|task| !has_one_of(task, &["slow"]));
    let (costly, cheap): (Vec<Task>, Vec<Task>) =
        all.into_iter().partition(|task| has_one_of(task, &COSTLY));
    let missed = Fault::ALL
        .iter()
        .filter(|&&fault| !is_caught(fault, &cheap) && !is_caught(fault, &costly));
    let missed: Vec<&Fault> = missed.collect();
    assert!(missed.is_empty(), "not caught: {missed:?}");
}
