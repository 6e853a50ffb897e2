//! Merging the results of the parts of a class.

use super::super::format::{Format, ReportTo};
use super::journal::read;
use super::outputs::ClassOutputs;
use super::results::{ClassResults, Pair};
use super::{finish, points_in};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use ataxx_core::diagnostic::{Diagnostic, text};
use std::path::{Path, PathBuf};

/// Merges files of results, and writes the reports that one run of the whole class would have
/// written.
///
/// # Panics
///
/// Without a file.
pub fn merge(files: &[PathBuf], stdout: Format, reports: &[ReportTo]) -> Result<Exit, Failure> {
    let outputs = ClassOutputs::new(points_in(stdout)?, reports)?;
    let first = read(&files[0])?;
    let mut merged = ClassResults::new(first.run.whole());
    add(&mut merged, first, &files[0], &files[0])?;
    for path in &files[1..] {
        add(&mut merged, read(path)?, path, &files[0])?;
    }
    let missing = missing(&merged);
    let exit = finish(merged, outputs)?;
    let Some(message) = missing else {
        return Ok(exit);
    };
    output::report(&Diagnostic::error("merge", message));
    Ok(Exit::Failed)
}

/// Adds the results of a file.
fn add(
    all: &mut ClassResults,
    part: ClassResults,
    path: &Path,
    first: &Path,
) -> Result<(), Diagnostic> {
    let [path, first] = [path, first].map(|path| path.display().to_string());
    let [path, first] = [&path, &first].map(|path| text::visible(path));
    if let Some(what) = all.run.difference(&part.run.whole()) {
        let message =
            format!("`{path}` has results of another run than `{first}`: the {what} differ");
        return Err(Diagnostic::error("merge", message));
    }
    if let Some(twice) = all.add_all(part) {
        let program = &all.run.programs[twice.program].name;
        let program = text::visible(program);
        let message = format!("`{path}` has results of `{program}` that another file has too");
        return Err(Diagnostic::error("merge", message));
    }
    Ok(())
}

/// Which results are missing, in words.
fn missing(results: &ClassResults) -> Option<String> {
    /// The most programs that are named.
    const NAMED: usize = 10;
    let missing = results.missing();
    let mut programs: Vec<usize> = missing.iter().map(|pair: &Pair| pair.program).collect();
    programs.dedup();
    let name =
        |&program: &usize| format!("`{}`", text::visible(&results.run.programs[program].name));
    let names: Vec<String> = programs.iter().take(NAMED).map(name).collect();
    let more = programs.len() - names.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let results = text::counted(missing.len(), "result");
    (!missing.is_empty()).then(|| format!("{results} missing: of {}{more}", names.join(", ")))
}
