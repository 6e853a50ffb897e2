//! `--convert`: a course script as a scenario file.

use super::files::{Kind, shown, test_file};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{self, FileSystem};
use crate::cli::output;
use crate::report::SourceText;
use crate::script;
use ataxx_core::diagnostic::Diagnostic;
use std::path::Path;

/// Writes a script as a scenario file.
pub fn run(path: &Path) -> Result<Exit, Failure> {
    let path = &*test_file(path);
    let name = shown(path);
    if !matches!(Kind::of(path), Some(Kind::Script2016 | Kind::Script2022)) {
        let message = format!("`{name}` is no script of the course: expected -1.in or .inp");
        return Err(Diagnostic::error("file", message).into());
    }
    let file = input::file(path).map_err(|error| error.diagnostic(&name))?;
    match script::convert(&SourceText::new(name, file.text), &FileSystem) {
        Ok(text) => {
            output::data(&text)?;
            Ok(Exit::Good)
        }
        Err(diagnostics) => {
            for diagnostic in &diagnostics {
                output::report(diagnostic);
            }
            Ok(Exit::Usage)
        }
    }
}
