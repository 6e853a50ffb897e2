//! What to run: reading files and suites, and selecting scenarios, also those that failed last.

use super::files::{self, FileKind, Found, USUAL, scripts_beside, shown};
use super::misnamed_files;
use super::options::Args;
use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::input::{self, FileSystem};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::result_file::state_folder;
use crate::report::{Identity, Report, SourceText};
use crate::runner::{Context, RunSettings, Selection, TagExpression, Task, Work};
use crate::scenario::suites::Suite;
use crate::session::{Files, LoadError, TextFile};
use crate::shard::hash;
use crate::{scenario, script, storage};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
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
    /// Whether those that failed in the last run were asked for, and none had failed.
    nothing_failed: bool,
}

impl WorkLoad {
    /// Reads all files and selects tasks.
    pub fn read(args: &Args, last: &LastFailed) -> Result<Self, EarlyExit> {
        let tags = args.tag.as_deref().map(TagExpression::parse).transpose()?;
        let mut paths = suite_paths(args)?;
        paths.extend(args.paths.iter().cloned());
        let paths = if !paths.is_empty() {
            paths
        } else if args.rerun_failed {
            last.files()
        } else {
            vec![PathBuf::from(USUAL)]
        };
        let Found { files, misnamed } = files::found(&paths)?;
        misnamed_files::warnings(&misnamed, shown)
            .iter()
            .for_each(output::report);
        let noted = RecordedFiles::default();
        let tasks = files.iter().flat_map(|path| tasks_of(path, &noted));
        let all: Vec<Candidate> = tasks.collect();
        let selection = Selection {
            filters: args.filter.clone(),
            tags,
            shard: args.shard_of_scenarios(),
            keys: args.rerun_failed.then(|| last.keys()),
        };
        if let Some(tags) = &selection.tags {
            tags.check(&tags_of(all.iter().map(|one| &one.task.identity)))?;
        }
        // The scenarios of a bad file are unknown, so that only the shard can leave it out.
        let of_files = Selection {
            shard: args.shard_of_scenarios(),
            ..Selection::default()
        };
        let mut load = Self {
            selected: Vec::new(),
            files,
            included: noted.0.into_inner(),
            left_out: Vec::new(),
            nothing_failed: args.rerun_failed && last.files().is_empty(),
        };
        for candidate in all {
            let admitting = if candidate.is_bad {
                &of_files
            } else {
                &selection
            };
            if admitting.admits(&candidate.task.identity) {
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

    /// Whether a scenario that failed earlier is no longer in its file.
    pub fn is_gone(&self, failed: &ScenarioName) -> bool {
        let selected = self.selected.iter().map(|one| &one.task.identity);
        let mut known = selected.chain(self.left_out.iter().map(|task| &task.identity));
        self.files.iter().any(|path| shown(path) == failed.file)
            && !known.any(|it| it.file == failed.file && it.name == failed.name)
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

    /// Reports that nothing is selected. That nothing failed in the last run is no failure.
    pub fn nothing_selected(&self, args: &Args) -> Exit {
        let (files, rest) = (self.files.len(), self.left_out.len());
        if self.nothing_failed {
            output::message("nothing to run again: no scenario failed in the last run here\n");
            return Exit::Good;
        }
        let message = if files == 0 {
            "there is no file of scenarios".to_owned()
        } else if rest == 0 {
            format!("there is no scenario in {}", counted(files, "file"))
        } else {
            format!("none of {} is selected", counted(rest, "scenario"))
        };
        let tags = tags_of(self.left_out.iter().map(|task| &task.identity));
        let help = (args.tag.is_some() && !tags.is_empty())
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
    let help = misnamed_files::suggestion(base);
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
pub fn named_suites(args: &Args) -> Result<Vec<Suite>, Diagnostic> {
    args.suite.iter().map(|name| Suite::named(name)).collect()
}

/// The suites that the command line names, as paths.
fn suite_paths(args: &Args) -> Result<Vec<PathBuf>, Diagnostic> {
    let suites = named_suites(args)?;
    if let Some(subject) = args.settings().subject
        && let Some(suite) = suites.iter().find(|suite| !suite.fits(&subject))
    {
        let (name, kind) = (suite.name, suite.tests.name());
        let message = format!("the suite `{name}` is for another kind of program");
        let help = format!("it tests the program of `--{kind} CMD`");
        return Err(Diagnostic::error("suite", message).with_help([help]));
    }
    let paths = suites.iter().map(|suite| suite.source_name().into());
    Ok(paths.collect())
}

/// The scenarios that failed in the last run in a folder, kept in the platform's folder for state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFailed {
    /// The working folder, for readers of the file.
    folder: PathBuf,
    failed: BTreeSet<ScenarioName>,
}

/// A scenario, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScenarioName {
    pub file: String,
    pub name: String,
}

impl LastFailed {
    /// Reads the failures of the working folder; none if none are kept.
    pub fn read() -> Self {
        let empty = || Self {
            folder: std::env::current_dir().unwrap_or_default(),
            failed: BTreeSet::new(),
        };
        let text = place().and_then(|path| fs::read_to_string(path).ok());
        let known = text.and_then(|text| serde_json::from_str(&text).ok());
        known.unwrap_or_else(empty)
    }

    /// The files with failures.
    fn files(&self) -> Vec<PathBuf> {
        let files: BTreeSet<&str> = self.failed.iter().map(|one| one.file.as_str()).collect();
        let files = files.into_iter().map(PathBuf::from);
        // Files that are gone are left out.
        files.filter(|file| file.exists()).collect()
    }

    /// The [keys](Identity::key) of the failures.
    fn keys(&self) -> BTreeSet<String> {
        let key = |one: &ScenarioName| format!("{}::{}", one.file, one.name);
        self.failed.iter().map(key).collect()
    }

    /// Updates the failures that are kept after a run. Scenarios that were not run stay, unless
    /// they are gone from a file that was read.
    pub fn update(
        failed: BTreeSet<ScenarioName>,
        passed: &BTreeSet<ScenarioName>,
        is_gone: impl Fn(&ScenarioName) -> bool,
    ) {
        let Some(path) = place() else { return };
        let folder = storage::folder_of(&path);
        if !failed.is_empty() {
            let _ = fs::create_dir_all(folder);
        }
        // Other runs may have ended since this one began, or end now.
        let _locked = File::open(folder).inspect(|folder| {
            let _ = folder.lock();
        });
        let mut last = Self::read();
        last.failed
            .retain(|one| !passed.contains(one) && !is_gone(one));
        last.failed.extend(failed);
        last.write(&path);
    }

    /// Writes the failures for the next run. A failure is only a warning.
    fn write(&self, path: &Path) {
        if self.failed.is_empty() {
            let _ = fs::remove_file(path);
            return;
        }
        let Ok(text) = serde_json::to_string_pretty(self) else {
            return;
        };
        if let Err(error) = storage::replace(path, |out| out.write_all(text.as_bytes())) {
            let reason = storage::why_unwritable(&error);
            let path = path.display();
            output::warn(&format!(
                "`--rerun-failed` will not include this run: `{path}` cannot be written: {reason}"
            ));
        }
    }
}

/// The file about the working folder.
fn place() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?;
    let name = format!("{}.json", hash_of(&folder.to_string_lossy()));
    Some(state_folder()?.join("last-failed").join(name))
}
