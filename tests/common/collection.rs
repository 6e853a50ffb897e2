//! The scenarios of this repository, read from `scenarios/`.

use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_session::{Files, LoadError, TextFile};
use ataxx_testing::report::{Report, SourceText};
use ataxx_testing::runner::{Context, RunSettings, Task};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Files in the folder of the crate.
pub struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        let path = beside.map_or_else(|| name.into(), |folder| folder.join(name));
        let text = fs::read_to_string(root().join(&path)).map_err(|_| LoadError::NotFound)?;
        Ok(TextFile {
            name: path.display().to_string(),
            path,
            text,
        })
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What comes of reading a file of scenarios.
type Read = Result<Vec<Task>, Vec<Diagnostic>>;

/// All scenarios, as `read` makes tasks of a file; or all that is wrong with the files.
pub fn collection(read: impl Fn(&SourceText, &dyn Files) -> Read) -> Result<Vec<Task>, String> {
    let mut files = Vec::new();
    yaml_files(Path::new("scenarios"), &mut files);
    files.sort();
    let mut all = Vec::new();
    let mut wrong = String::new();
    for file in files {
        let text = fs::read_to_string(root().join(&file)).expect("a file of the repository");
        match read(&SourceText::new(file.display().to_string(), text), &Disk) {
            Ok(tasks) => all.extend(tasks),
            Err(errors) => wrong.extend(errors.iter().map(|error| render(error, Look::Plain))),
        }
    }
    if wrong.is_empty() {
        Ok(all)
    } else {
        Err(wrong)
    }
}

fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the repository");
    for entry in entries {
        let path = folder.join(entry.expect("an entry of it").file_name());
        if root().join(&path).is_dir() {
            yaml_files(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
            && !path.ends_with("points.yaml")
        {
            files.push(path);
        }
    }
}

/// Carries scenarios out on all processors; the reports are in the order of the tasks.
#[allow(dead_code)] // where they are carried out one by one
pub fn perform(tasks: &[Task], settings: &RunSettings) -> Vec<Report> {
    let stop = Cancellation::new();
    let settings = RunSettings {
        own_program: Some(env!("CARGO_BIN_EXE_ataxx").into()),
        ..settings.clone()
    };
    let context = Context {
        settings: &settings,
        files: &Disk,
        stop: &stop,
    };
    tasks
        .par_iter()
        .map(|task| task.work.perform(&task.identity, &context))
        .collect()
}

/// What there is to say of a scenario that did not end well.
#[allow(dead_code)] // where nothing but the outcome counts
pub fn description_of(report: &Report) -> String {
    let mut text = String::new();
    let identity = &report.identity;
    let _ = writeln!(
        text,
        "{}: {} ({})",
        report.outcome, identity.name, identity.file
    );
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "{reason}");
    }
    let failure = report.failure.iter();
    let diagnostics = failure.flat_map(|failure| &failure.diagnostics);
    for diagnostic in diagnostics.chain(&report.warnings) {
        text.push_str(&render(diagnostic, Look::Plain));
    }
    if let Some(comparison) = report.failure.as_ref().and_then(|f| f.comparison.as_ref()) {
        let _ = writeln!(text, "{comparison:#?}");
    }
    text
}
