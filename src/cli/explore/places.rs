//! The files that findings are written to.

use super::Args;
use crate::cli::exit::Failure;
use crate::cli::output;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::tester::explore::ScriptFile;
use ataxx_core::diagnostic::Diagnostic;
use std::ops::Range;
use std::path::PathBuf;

/// Where findings are written.
pub struct Places {
    /// One file for all.
    out: Option<PathBuf>,
    /// A folder with a file for each.
    folder: Option<PathBuf>,
    /// A folder for scripts.
    scripts: Option<PathBuf>,
}

impl Places {
    /// The files and folders that the command line names.
    pub fn of(args: &Args) -> Result<Self, Diagnostic> {
        if let Some(out) = &args.out {
            ResultFile::at(out)?;
        }
        for folder in [&args.write, &args.scripts].into_iter().flatten() {
            make_folder(folder)?;
        }
        Ok(Self {
            out: args.out.clone(),
            folder: args.write.clone(),
            scripts: args.scripts.clone(),
        })
    }

    /// Writes the findings with these names; `text` makes a file of some of them.
    pub fn write(
        &self,
        names: &[String],
        text: impl Fn(Range<usize>) -> String,
    ) -> Result<(), Failure> {
        if let Some(out) = &self.out {
            if names.is_empty() {
                let name = out.display();
                output::message(&format!(
                    "there is no scenario to write: `{name}` is not written\n"
                ));
            } else {
                ResultFile::at(out)?.write_text(&text(0..names.len()))?;
            }
        }
        for (index, name) in names.iter().enumerate() {
            if let Some(folder) = &self.folder {
                let file = folder.join(format!("{name}.yaml"));
                ResultFile::at(&file)?.write_text(&text(index..index + 1))?;
            }
        }
        Ok(())
    }

    /// Writes scripts of the course; an error is the title of a finding that has none.
    pub fn write_scripts(
        &self,
        findings: impl Iterator<Item = Result<Vec<ScriptFile>, String>>,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.scripts else {
            return Ok(());
        };
        for finding in findings {
            match finding {
                Ok(files) => {
                    for ScriptFile { name, text } in files {
                        ResultFile::at(&folder.join(name))?.write_text(&text)?;
                    }
                }
                Err(title) => output::message(&format!(
                    "no script of the course can show this fault: {title}\n"
                )),
            }
        }
        Ok(())
    }
}
