//! Tasks from scenario files.

use super::faults::Fault;
use super::performer::Scenario;
use super::syntax::load;
use super::{SourceText, Task};
use crate::diagnostic::Diagnostic;
use crate::session::Files;
use std::sync::Arc;

/// The scenarios of a file as tasks.
///
/// # Errors
///
/// Returns all that is wrong with the file.
pub fn tasks(source: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    tasks_with(source, files, |scenario| scenario)
}

/// The scenarios of a file as tasks, performed on a session with this fault.
///
/// # Errors
///
/// As [`tasks`].
pub fn tasks_with_fault(
    source: &SourceText,
    files: &dyn Files,
    fault: Fault,
) -> Result<Vec<Task>, Vec<Diagnostic>> {
    tasks_with(source, files, |scenario| Scenario {
        fault: Some(fault),
        ..scenario
    })
}

fn tasks_with(
    source: &SourceText,
    files: &dyn Files,
    change: impl Fn(Scenario) -> Scenario,
) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let task = |(identity, scenario)| Task {
        identity,
        work: Box::new(Arc::new(change(scenario))),
    };
    Ok(load(source, files, &[])?.into_iter().map(task).collect())
}
