//! Our scenarios bite: whatever is wrong with a session, at least one of them notices.

#[path = "common/collection.rs"]
mod collection;

use ataxx_toolkit::Cancellation;
use ataxx_toolkit::tester::report::Report;
use ataxx_toolkit::tester::{Context, Fault, RunSettings, Task, tasks_with_fault};
use collection::{Disk, collection, perform};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::time::Duration;

/// What the collection must notice at least.
const LEAST: usize = 24;
/// What takes its time, and mostly looks at other things than the session.
const COSTLY: [&str; 5] = ["ai", "perft", "protocol", "seeds", "solver"];

/// The scenarios, to be tried on a session that is wrong in this way.
fn with_fault(fault: Fault) -> Vec<Task> {
    let tasks = collection(|source, files| tasks_with_fault(source, files, fault));
    let mut tasks = tasks.unwrap_or_else(|wrong| panic!("{wrong}"));
    tasks.retain(|task| !has_one_of(task, &["slow"]));
    tasks
}

fn has_one_of(task: &Task, tags: &[&str]) -> bool {
    let mut own = task.identity.tags.iter();
    own.any(|tag| tags.contains(&tag.as_str()))
}

/// A fault may keep a game from ending.
fn settings() -> RunSettings {
    RunSettings {
        timeout: Some(Duration::from_secs(20)),
        own_program: Some(env!("CARGO_BIN_EXE_ataxx").into()),
        ..RunSettings::default()
    }
}

fn has_caught(report: &Report) -> bool {
    report.outcome.is_bad()
}

#[test]
fn every_fault_is_caught() {
    assert!(Fault::ALL.len() >= LEAST);
    let settings = settings();
    let stop = Cancellation::new();
    let context = Context {
        settings: &settings,
        files: &Disk,
        stop: &stop,
    };
    let missed = Fault::ALL.iter().filter(|&&fault| {
        let (costly, cheap): (Vec<Task>, Vec<Task>) = with_fault(fault)
            .into_iter()
            .partition(|task| has_one_of(task, &COSTLY));
        let catches = |task: &Task| has_caught(&task.work.perform(&task.identity, &context));
        !cheap.par_iter().any(catches) && !costly.par_iter().any(catches)
    });
    let missed: Vec<&Fault> = missed.collect();
    assert!(missed.is_empty(), "not caught: {missed:?}");
}

/// The names of the first that come from different places.
fn first_three<'r>(caught: &[&'r Report]) -> Vec<&'r str> {
    let place = |report: &Report| (report.identity.file.clone(), report.identity.line);
    let mut places = BTreeSet::new();
    let mut first = caught.iter().filter(|report| places.insert(place(report)));
    let names = first.by_ref().take(3);
    names.map(|report| &*report.identity.name).collect()
}

/// The table of docs/TESTING.md: `make bite`.
#[test]
#[ignore = "takes minutes; `make bite` prints its table"]
fn table_of_faults() {
    let mut missed = 0;
    println!("| what is wrong | caught by | the first of them |");
    println!("|---|---:|---|");
    for &fault in Fault::ALL {
        let reports = perform(&with_fault(fault), &settings());
        let caught: Vec<&Report> = reports.iter().filter(|report| has_caught(report)).collect();
        let names = first_three(&caught).join("; ").replace('|', "\\|");
        println!("| {} | {} | {names} |", fault.description(), caught.len());
        missed += usize::from(caught.is_empty());
    }
    assert_eq!(missed, 0, "faults that no scenario catches");
}
