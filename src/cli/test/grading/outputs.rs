//! The reports of a class, on stdout and in files.

use super::super::format::{Format, ReportTo};
use crate::cli::exit::Failure;
use crate::cli::output;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::report::grades::{self, Grade, ProgramResults};
use crate::report::{Identity, Junit, readable};
use ataxx_core::diagnostic::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};

/// The reports of a class, checked before the work and written after it.
pub struct ClassOutputs {
    stdout: Format,
    files: Vec<(FileFormat, ResultFile)>,
    /// Folders for a page of each program.
    folders: Vec<PathBuf>,
}

/// The format of a file about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    Csv,
    Html,
    Json,
    Junit,
}

impl ClassOutputs {
    /// The reports that the command line asks for.
    pub fn new(stdout: Format, reports: &[ReportTo]) -> Result<Self, Diagnostic> {
        let mut outputs = Self {
            stdout,
            files: Vec::new(),
            folders: Vec::new(),
        };
        for to in reports {
            let format = match to.format {
                Format::Csv => FileFormat::Csv,
                Format::Html => FileFormat::Html,
                Format::Json => FileFormat::Json,
                Format::Junit => FileFormat::Junit,
                Format::Pages => {
                    make_folder(&to.path)?;
                    outputs.folders.push(to.path.clone());
                    continue;
                }
                _ => return Err(not_of_a_class()),
            };
            outputs.files.push((format, ResultFile::at(&to.path)?));
        }
        Ok(outputs)
    }

    /// Writes all reports.
    pub fn write(self, results: &[ProgramResults]) -> Result<(), Failure> {
        let grades: Vec<Grade> = results.iter().map(ProgramResults::grade).collect();
        let text = if self.stdout == Format::Json {
            json(&grades)? + "\n"
        } else {
            grades::table(&grades) + &suspicious_tests(results)
        };
        // The files are written even if stdout cannot be.
        let printed = output::data(&text);
        for (format, file) in self.files {
            let text = match format {
                FileFormat::Csv => grades::csv(&grades),
                FileFormat::Html => grades::page(results),
                FileFormat::Json => json(&grades)?,
                FileFormat::Junit => Junit::of_class(results),
            };
            file.write_text(&text)?;
        }
        for folder in self.folders {
            write_pages(&folder, results)?;
        }
        Ok(printed?)
    }
}

fn json(grades: &[Grade]) -> io::Result<String> {
    grades::json(grades).map_err(io::Error::other)
}

/// Writes a page for each program.
fn write_pages(folder: &Path, results: &[ProgramResults]) -> Result<(), Diagnostic> {
    let programs = results.iter().map(|one| one.name.as_str());
    for (name, one) in grades::file_names(programs, "html")
        .into_iter()
        .zip(results)
    {
        let file = ResultFile::at(&folder.join(name))?;
        file.write_text(&grades::student_page(one))?;
    }
    Ok(())
}

/// The scenarios that all programs fail, in words; empty if there are none.
fn suspicious_tests(results: &[ProgramResults]) -> String {
    let failed = grades::failed_by_all(results);
    if failed.is_empty() {
        return String::new();
    }
    let line = |identity: &Identity| {
        let (file, name) = (readable(&identity.file), readable(&identity.name));
        format!("  {file}:{}  {name}\n", identity.line)
    };
    let lines: String = failed.into_iter().map(line).collect();
    format!("\nall programs fail these scenarios: look at the tests\n{lines}")
}

fn not_of_a_class() -> Diagnostic {
    let message = "expected a report of a class: csv, html, json, junit or pages";
    let help = "the other kinds are written for one program, with `--program`";
    Diagnostic::error("report", message).with_help([help.to_owned()])
}
