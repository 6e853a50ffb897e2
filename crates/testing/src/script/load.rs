//! The files of a script, read and put together.

use super::part::{Part, Reading, Script, ScriptFormat, partner, without_opponent};
use super::points::{POINTS, Points};
use super::static_analysis;
use super::syntax::{script_2016, script_2022};
use super::work::ScriptWork;
use crate::report::{Identity, SourceText, missing_file};
use crate::runner::Task;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_session::{Files, LoadError};
use std::path::Path;
use std::sync::Arc;

/// The tests in a script: one, or none where the name of the file is not that of a script.
pub fn tasks(file: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let Some(format) = ScriptFormat::of(&file.name) else {
        return Ok(Vec::new());
    };
    match load(file, format, files) {
        Reading {
            script: Err(mut errors),
            warnings,
        } => {
            errors.extend(warnings);
            Err(errors)
        }
        reading => Ok(vec![task(file, format, reading, files)]),
    }
}

/// The test in a script: a file `NAME-1.in`, whose partners are found through `files`,
/// or `NAME.inp`. No tasks where the file's name is neither.
///
/// Errors in the files are reported when the task is performed.
pub fn tasks_of(file: &SourceText, files: &dyn Files) -> Vec<Task> {
    let format = ScriptFormat::of(&file.name).into_iter();
    format
        .map(|format| task(file, format, load(file, format, files), files))
        .collect()
}

fn task(
    file: &SourceText,
    format: ScriptFormat,
    script: Reading<Script>,
    files: &dyn Files,
) -> Task {
    let name = format.test_name(&file.name);
    let grading = points_beside(file, files).of(name);
    let mut tags = vec![format.tag().to_owned()];
    if let Ok(script) = &script.script {
        tags.extend(static_analysis::tags(script, files));
    }
    for tag in grading.tags {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    let identity = Identity {
        file: file.name.to_string(),
        line: 1,
        suite: None,
        name: name.to_owned(),
        tags,
        points: grading.points.unwrap_or(1),
        visibility: grading.visibility.unwrap_or_default(),
        hint: grading.hint,
    };
    Task::new(identity, ScriptWork(script))
}

/// The points in the folder of a script. A bad file counts as none: it is reported once, by
/// itself, and not by each script. It may hide some, so that then none is shown.
fn points_beside(file: &SourceText, files: &dyn Files) -> Points {
    let folder = Path::new(&*file.name).parent();
    let name = folder.map_or_else(|| POINTS.into(), |folder| folder.join(POINTS));
    let name = name.to_string_lossy();
    match read(&name, files) {
        Ok(source) => Points::read(&source, None).unwrap_or_else(|_| Points::hidden()),
        Err(_) => Points::default(),
    }
}

/// Reads a script and the files beside it.
pub(super) fn load(file: &SourceText, format: ScriptFormat, files: &dyn Files) -> Reading<Script> {
    let Reading { script, warnings } = match format {
        ScriptFormat::Spring2022 => load_2022(file, files),
        ScriptFormat::Fall2016 => script_2016(file),
    };
    let script = script.map(|parts| Script {
        format,
        parts: parts.into_iter().map(Arc::new).collect(),
    });
    Reading { script, warnings }
}

fn load_2022(file: &SourceText, files: &dyn Files) -> Reading<Vec<Part>> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut sources = vec![file.clone()];
    let second = partner(&file.name, "-2.in");
    match read(&second, files) {
        Ok(second) => sources.push(second),
        Err(LoadError::NotFound) => {}
        Err(error) => errors.push(error.diagnostic(&second)),
    }
    let has_other = sources.len() > 1;
    let mut parts = Vec::new();
    for (index, source) in sources.into_iter().enumerate() {
        let reading = script_2022(&source);
        warnings.extend(reading.warnings);
        match reading.script {
            Ok(part) => {
                if !has_other {
                    let help = "the script of the second program is `NAME-2.in` beside `NAME-1.in`";
                    errors.extend(without_opponent(&part, help));
                }
                parts.push(part);
            }
            Err(wrong) => errors.extend(wrong),
        }
        match standard(file, index + 1, files) {
            Ok((standard, warning)) => {
                warnings.extend(warning);
                if let Some(part) = parts.last_mut() {
                    part.standard = Some(standard);
                }
            }
            Err(error) => errors.push(error),
        }
    }
    let script = if errors.is_empty() {
        Ok(parts)
    } else {
        Err(errors)
    };
    Reading { script, warnings }
}

/// What the program of this number is to print. A missing file counts as an empty one, with a
/// warning.
fn standard(
    file: &SourceText,
    number: usize,
    files: &dyn Files,
) -> Result<(SourceText, Option<Diagnostic>), Diagnostic> {
    let name = partner(&file.name, &format!("-{number}.std"));
    match read(&name, files) {
        Ok(standard) => Ok((standard, None)),
        Err(LoadError::NotFound) => {
            let warning = missing_file(&name);
            Ok((SourceText::new(name, ""), Some(warning)))
        }
        Err(error) => Err(error.diagnostic(&name)),
    }
}

fn read(name: &str, files: &dyn Files) -> Result<SourceText, LoadError> {
    let file = files.read(name, None)?;
    Ok(SourceText::new(name, file.text))
}
