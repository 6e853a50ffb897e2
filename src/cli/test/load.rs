//! Reading files as tasks.

use super::files::{Kind, scripts_beside, shown};
use super::misnamed_files;
use crate::cli::input::{self, FileSystem};
use crate::session::{Files, LoadError, TextFile};
use crate::shard::hash;
use crate::tester::report::{Identity, Report};
use crate::tester::suites::Suite;
use crate::tester::{self, Context, SourceText, Task, Work};
use ataxx_core::diagnostic::Diagnostic;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The hash of a text, as it is kept in files.
pub fn hash_of(text: &str) -> String {
    format!("{:016x}", hash(text))
}

/// The file system, with a note of each file that was read: its name and the hash of its text,
/// which is empty where there is none.
#[derive(Default)]
pub struct NotedFiles(RefCell<BTreeMap<String, String>>);

impl NotedFiles {
    /// The files that were read, by name.
    pub fn into_hashes(self) -> BTreeMap<String, String> {
        self.0.into_inner()
    }
}

impl Files for NotedFiles {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        let read = FileSystem.read(name, beside);
        let (name, hash) = if let Ok(file) = &read {
            (file.name.clone(), hash_of(&file.text))
        } else {
            let path = beside.map_or_else(|| name.into(), |folder| folder.join(name));
            (path.to_string_lossy().into_owned(), String::new())
        };
        self.0.borrow_mut().insert(name, hash);
        read
    }
}

/// A task, and whether it stands for a file that cannot be read or parsed.
pub struct Candidate {
    pub task: Task,
    pub bad: bool,
}

/// The tasks of a file. A file that cannot be read or parsed is one task, which reports the
/// errors.
pub fn tasks_of(path: &Path, files: &dyn Files) -> Vec<Candidate> {
    let name = shown(path);
    let tasks = match Suite::of_path(path) {
        Some(suite) => suite
            .map_err(|diagnostic| vec![diagnostic])
            .and_then(|suite| tester::tasks(&SourceText::new(&*name, suite.text), &())),
        None => input::file(path)
            .map_err(|error| vec![error.diagnostic(&name)])
            .and_then(|file| scenarios(&name, &file.text, files)),
    };
    match tasks {
        Ok(tasks) => tasks
            .into_iter()
            .map(|task| Candidate { task, bad: false })
            .collect(),
        Err(diagnostics) => vec![Candidate {
            task: BadFile::task(name, diagnostics),
            bad: true,
        }],
    }
}

/// The tasks in a text, by the kind of its file.
fn scenarios(name: &str, text: &str, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let source = SourceText::new(name, text);
    let message = match Kind::of(Path::new(name)) {
        Some(Kind::Yaml) => return tester::tasks(&source, files),
        Some(Kind::Script2022 | Kind::Script2016) => {
            return tester::script::tasks(&source, files);
        }
        Some(Kind::Points) => {
            let names = scripts_beside(Path::new(name));
            return tester::script::check_points(&source, &names).map(|()| Vec::new());
        }
        None => format!("`{name}` is no file of scenarios: expected .yaml, .yml, -1.in or .inp"),
    };
    let base = name.rsplit('/').next().unwrap_or(name);
    let help = misnamed_files::suggestion(base);
    Err(vec![Diagnostic::error("file", message).with_help(help)])
}

/// A file that cannot be read or parsed.
struct BadFile {
    diagnostics: Vec<Diagnostic>,
}

impl BadFile {
    fn task(file: String, diagnostics: Vec<Diagnostic>) -> Task {
        let line = diagnostics.first().and_then(Diagnostic::place);
        let line = line.map_or(1, |place| place.line);
        Task {
            identity: Identity::of_file(file, line),
            work: Arc::new(Self { diagnostics }),
        }
    }
}

impl Work for BadFile {
    fn perform(&self, identity: &Identity, _: &Context) -> Report {
        Report::of_errors(identity.clone(), self.diagnostics.clone())
    }
}
