//! Tasks from scenario files.

use crate::report::SourceText;
use crate::runner::Task;
use crate::scenario::syntax::load;
use crate::session::Files;
use ataxx_core::diagnostic::Diagnostic;
use std::sync::Arc;

/// The scenarios of a file as tasks.
pub fn tasks(source: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let task = |(identity, scenario)| Task {
        identity,
        work: Arc::new(Arc::new(scenario)),
    };
    Ok(load(source, files, &[])?.into_iter().map(task).collect())
}
