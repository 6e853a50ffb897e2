//! What to run: reading files and suites, and selecting scenarios.

use super::files::{FileKind, USUAL, scripts_beside, shown};
use super::groups::SelectionOptions;
use super::picks::Picks;
use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::input::{self, FileSystem};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use ataxx_opponents::subject::SubjectChoice;
use ataxx_session::{Files, LoadError, TextFile};
use ataxx_storage::{Shard, hash};
use ataxx_testing::report::{Identity, Report, SourceText};
use ataxx_testing::runner::{Context, RunSettings, Selection, TagExpression, Task, Work};
use ataxx_testing::scenario::suites::Suite;
use ataxx_testing::{scenario, script};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What all tasks of a run share.
pub fn context(settings: &RunSettings) -> Context<'_> {
    Context {
        settings,
        files: &FileSystem,
        stop: &INTERRUPT,
    }
}

/// The tasks of a run, and those that were not selected.
pub struct WorkLoad {
    /// The selected tasks, in order.
    pub selected: Vec<Candidate>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The files that these read, such as the expected output of a script: names, and hashes
    /// of their texts.
    pub included: BTreeMap<String, String>,
    /// The tasks that are not selected.
    pub left_out: Vec<Task>,
}

impl WorkLoad {
    /// Reads all files and selects tasks.
    pub fn read(
        options: &SelectionOptions,
        subject: Option<&SubjectChoice>,
        shard: Option<Shard>,
    ) -> Result<Self, EarlyExit> {
        let tags = options
            .tag
            .as_deref()
            .map(TagExpression::parse)
            .transpose()?;
        let mut paths = suite_paths(options, subject)?;
        paths.extend(options.paths.iter().cloned());
        if paths.is_empty() {
            paths.push(USUAL.into());
        }
        let mut picks = Picks::of(&paths)?;
        let files = std::mem::take(&mut picks.files);
        let noted = RecordedFiles::default();
        let tasks = files.iter().flat_map(|path| tasks_of(path, &noted));
        let all: Vec<Candidate> = tasks.collect();
        let identities = |is_bad: bool| {
            let all = all.iter().filter(move |one| one.is_bad == is_bad);
            all.map(|one| &one.task.identity).collect::<Vec<_>>()
        };
        picks.resolve(&identities(false), &identities(true))?;
        let selection = Selection {
            filters: options.filter.clone(),
            tags,
            shard,
        };
        if let Some(tags) = &selection.tags {
            tags.check(&tags_of(all.iter().map(|one| &one.task.identity)))?;
        }
        // The scenarios of a bad file are unknown, so that only the shard can leave it out.
        let of_files = Selection {
            shard,
            ..Selection::default()
        };
        let mut load = Self {
            selected: Vec::new(),
            files,
            included: noted.0.into_inner(),
            left_out: Vec::new(),
        };
        for candidate in all {
            let admitting = if candidate.is_bad {
                &of_files
            } else {
                &selection
            };
            let identity = &candidate.task.identity;
            let is_named = candidate.is_bad || picks.admits(identity);
            if is_named && admitting.admits(identity) {
                load.selected.push(candidate);
            } else {
                load.left_out.push(candidate.task);
            }
        }
        Ok(load)
    }

    /// The selected tasks of files that could be read.
    pub fn readable(&self) -> impl Iterator<Item = &Task> {
        let readable = self.selected.iter().filter(|one| !one.is_bad);
        readable.map(|one| &one.task)
    }

    /// Reports the errors of bad files. Returns the number of these.
    pub fn report_bad_files(&self, settings: &RunSettings) -> usize {
        let bad = self.selected.iter().filter(|candidate| candidate.is_bad);
        bad.map(|Candidate { task, .. }| {
            let failure = task
                .work
                .perform(&task.identity, &context(settings))
                .failure;
            for diagnostic in failure.iter().flat_map(|failure| &failure.diagnostics) {
                output::report(diagnostic);
            }
        })
        .count()
    }

    /// Reports that nothing is selected.
    pub fn nothing_selected(&self, options: &SelectionOptions) -> Exit {
        let (files, rest) = (self.files.len(), self.left_out.len());
        let message = if files == 0 {
            "there is no file of scenarios".to_owned()
        } else if rest == 0 {
            format!("there is no scenario in {}", counted(files, "file"))
        } else {
            format!("none of {} is selected", counted(rest, "scenario"))
        };
        let tags = tags_of(self.left_out.iter().map(|task| &task.identity));
        let help = (options.tag.is_some() && !tags.is_empty())
            .then(|| format!("the tags are {}", tags.join(", ")));
        output::report(&Diagnostic::error("nothing-selected", message).with_help(help));
        Exit::NothingSelected
    }
}

/// All tags of some scenarios, in the order of the alphabet.
fn tags_of<'a>(scenarios: impl IntoIterator<Item = &'a Identity>) -> Vec<&'a str> {
    let tags = scenarios.into_iter().flat_map(|identity| &identity.tags);
    let tags: BTreeSet<&str> = tags.map(String::as_str).collect();
    tags.into_iter().collect()
}

/// The hash of a text, as it is kept in files.
pub fn hash_of(text: &str) -> String {
    format!("{:016x}", hash(text))
}

/// The file system, with a note of each file that was read: its name and the hash of its text,
/// which is empty for a file that cannot be read.
#[derive(Default)]
struct RecordedFiles(RefCell<BTreeMap<String, String>>);

impl Files for RecordedFiles {
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
    pub is_bad: bool,
}

/// The tasks of a file. A file that cannot be read or parsed is one task, which reports the
/// errors.
pub fn tasks_of(path: &Path, files: &dyn Files) -> Vec<Candidate> {
    let name = shown(path);
    let tasks = match Suite::of_path(path) {
        Some(suite) => suite
            .map_err(|diagnostic| vec![diagnostic])
            .and_then(|suite| scenario::tasks(&SourceText::new(&*name, suite.text()), &())),
        None => input::file(path)
            .map_err(|error| vec![error.diagnostic(&name)])
            .and_then(|file| scenarios(&name, &file.text, files)),
    };
    match tasks {
        Ok(tasks) => tasks
            .into_iter()
            .map(|task| Candidate {
                task,
                is_bad: false,
            })
            .collect(),
        Err(errors) => {
            let line = errors.first().and_then(|error| error.line_in(&name));
            let identity = Identity::of_file(name, line.unwrap_or(1));
            let task = Task::new(identity, BadFile(errors));
            vec![Candidate { task, is_bad: true }]
        }
    }
}

/// The tasks in a text, by the kind of its file.
fn scenarios(name: &str, text: &str, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let source = SourceText::new(name, text);
    let message = match FileKind::of(Path::new(name)) {
        Some(FileKind::Yaml) => return scenario::tasks(&source, files),
        Some(FileKind::Script) => return script::tasks(&source, files),
        Some(FileKind::Points) => {
            let names = scripts_beside(Path::new(name));
            return script::check_points(&source, &names).map(|()| Vec::new());
        }
        None => format!("`{name}` is no file of scenarios: expected .yaml, .yml, -1.in or .inp"),
    };
    let base = name.rsplit('/').next().unwrap_or(name);
    let help = script::first_file(base)
        .map(|first| format!("the test is run by its first file, `{first}`"));
    Err(vec![Diagnostic::error("file", message).with_help(help)])
}

/// Why a file cannot be read or parsed.
struct BadFile(Vec<Diagnostic>);

impl Work for BadFile {
    fn perform(&self, identity: &Identity, _: &Context) -> Report {
        Report::of_errors(identity.clone(), self.0.clone())
    }
}

/// The suites that the command line names.
pub fn named_suites(options: &SelectionOptions) -> Result<Vec<Suite>, Diagnostic> {
    options
        .suite
        .iter()
        .map(|name| Suite::named(name))
        .collect()
}

/// The suites that the command line names, as paths.
fn suite_paths(
    options: &SelectionOptions,
    subject: Option<&SubjectChoice>,
) -> Result<Vec<PathBuf>, Diagnostic> {
    let suites = named_suites(options)?;
    if let Some(subject) = subject
        && let Some(suite) = suites.iter().find(|suite| !suite.fits(subject))
    {
        let (name, kind) = (suite.name, suite.tests.name());
        let message = format!("the suite `{name}` is for another kind of program");
        let help = format!("it tests the program of `--{kind} CMD`");
        return Err(Diagnostic::error("suite", message).with_help([help]));
    }
    let paths = suites.iter().map(|suite| suite.source_name().into());
    Ok(paths.collect())
}
