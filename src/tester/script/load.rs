//! The files of a script, read and put together.

use super::format::partner;
use super::parts::{Loaded, ProgramPart, Script};
use super::syntax::{Part, Reading, fall_script, spring_script, without_opponent};
use super::work::ScriptWork;
use super::{Asked, Format, Starter};
use crate::diagnostic::Diagnostic;
use crate::session::{Files, LoadError};
use crate::tester::report::Identity;
use crate::tester::{SourceText, Task};
use std::sync::Arc;

/// As [`tasks_of`], for whoever tells what is wrong with files himself.
///
/// # Errors
///
/// With all that is wrong with the script and its partners; what is odd about them comes
/// last.
pub fn tasks(file: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let Some(format) = Format::of(&file.name) else {
        return Ok(Vec::new());
    };
    let loaded = load(file, format, files);
    match loaded.script {
        Ok(_) => Ok(vec![task(file, format, loaded, Arc::new(Asked))]),
        Err(mut diagnostics) => {
            diagnostics.extend(loaded.warnings);
            Err(diagnostics)
        }
    }
}

/// The test in a script: a file `NAME-1.in`, whose partners are found through `files`,
/// or `NAME.inp`. No tasks where the file's name is neither.
///
/// What is wrong with the files is told when the task is performed.
#[must_use]
pub fn tasks_of(file: &SourceText, files: &dyn Files) -> Vec<Task> {
    tasks_with(file, files, Arc::new(Asked))
}

/// As [`tasks_of`], with programs that are started another way.
#[must_use]
pub fn tasks_with(file: &SourceText, files: &dyn Files, starter: Arc<dyn Starter>) -> Vec<Task> {
    let Some(format) = Format::of(&file.name) else {
        return Vec::new();
    };
    vec![task(file, format, load(file, format, files), starter)]
}

fn task(file: &SourceText, format: Format, loaded: Loaded, starter: Arc<dyn Starter>) -> Task {
    let identity = Identity {
        file: file.name.to_string(),
        line: 1,
        suite: None,
        name: format.test_name(&file.name).to_owned(),
        tags: vec![format.tag().to_owned()],
        points: 1,
    };
    Task {
        identity,
        work: Box::new(ScriptWork::new(loaded, starter)),
    }
}

/// Reads a script and its partners.
pub(super) fn load(file: &SourceText, format: Format, files: &dyn Files) -> Loaded {
    match format {
        Format::Spring2022 => spring(file, files),
        Format::Fall2016 => {
            let reading = fall_script(&file.text);
            let part = |part| Arc::new(ProgramPart::new(part, file.clone(), None));
            let script = |parts: Vec<Part>| Script {
                format,
                parts: parts.into_iter().map(part).collect(),
            };
            Loaded {
                script: reading
                    .script
                    .map(script)
                    .map_err(|errors| placed(errors, file)),
                warnings: placed(reading.warnings, file),
            }
        }
    }
}

fn spring(file: &SourceText, files: &dyn Files) -> Loaded {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut sources = vec![file.clone()];
    match read(&partner(&file.name, "-2.in"), files) {
        Ok(second) => sources.push(second),
        Err(failed) if failed.0 == LoadError::NotFound => {}
        Err(failed) => errors.push(failed.1),
    }
    let has_other = sources.len() > 1;
    let mut parts = Vec::new();
    for (index, source) in sources.into_iter().enumerate() {
        let Reading {
            script,
            warnings: odd,
        } = spring_script(&source.text);
        warnings.extend(placed(odd, &source));
        if let (Ok(part), false) = (&script, has_other) {
            let help = "the script of the second program is `NAME-2.in` beside `NAME-1.in`";
            errors.extend(placed(without_opponent(part, help), &source));
        }
        let standard = standard(file, index + 1, files);
        match (script, standard) {
            (Ok(part), Ok(standard)) => {
                parts.push(Arc::new(ProgramPart::new(part, source, Some(standard))));
            }
            (script, standard) => {
                errors.extend(placed(script.err().unwrap_or_default(), &source));
                errors.extend(standard.err());
            }
        }
    }
    let script = if errors.is_empty() {
        Ok(Script {
            format: Format::Spring2022,
            parts,
        })
    } else {
        Err(errors)
    };
    Loaded { script, warnings }
}

/// What the program of this number is to print.
fn standard(file: &SourceText, number: usize, files: &dyn Files) -> Result<SourceText, Diagnostic> {
    let name = partner(&file.name, &format!("-{number}.std"));
    read(&name, files).map_err(|failed| match *failed {
        (LoadError::NotFound, diagnostic) => {
            let script = partner(&file.name, &format!("-{number}.in"));
            let help = format!(
                "`{script}` is compared with it: an empty file expects neither boards nor results"
            );
            diagnostic.with_help([help])
        }
        (_, diagnostic) => diagnostic,
    })
}

fn read(name: &str, files: &dyn Files) -> Result<SourceText, Box<(LoadError, Diagnostic)>> {
    match files.read(name, None) {
        Ok(file) => Ok(SourceText::new(name, file.text)),
        Err(error) => {
            let diagnostic = error.diagnostic(name);
            Err(Box::new((error, diagnostic)))
        }
    }
}

fn placed(diagnostics: Vec<Diagnostic>, source: &SourceText) -> Vec<Diagnostic> {
    let place = |diagnostic: Diagnostic| diagnostic.with_source(source.for_diagnostic());
    diagnostics.into_iter().map(place).collect()
}
