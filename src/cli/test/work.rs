//! What to run: reading files and suites, selecting scenarios and listing them.

use super::files::{self, Found, Kind, USUAL, scripts_beside, shown};
use super::last::{Failed, LastFailed};
use super::misnamed_files;
use super::options::Args;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{self, FileSystem};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::report::{Identity, Listed, Report, SourceText};
use crate::runner::{Context, RunSettings, Selection, TagExpression, Task, Work};
use crate::scenario::suites::{SUITES, Suite};
use crate::session::{Files, LoadError, TextFile};
use crate::shard::hash;
use crate::{scenario, script};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{self, counted};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The tasks of a run, and those that were not selected.
pub struct WorkLoad {
    /// The selected tasks, in order.
    pub selected: Vec<Candidate>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The files that these take in, such as the expected output of a script: names, and hashes
    /// of their texts.
    pub beside: BTreeMap<String, String>,
    /// The tasks that are not selected.
    left_out: Vec<Identity>,
    /// Whether those that failed in the last run were asked for, and none had failed.
    nothing_failed: bool,
}

impl WorkLoad {
    /// Reads all files and selects tasks.
    pub fn read(args: &Args, last: &LastFailed) -> Result<Self, Failure> {
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
        let Found { files, strays } = files::found(&paths)?;
        for warning in misnamed_files::warnings(&strays, files::shown) {
            output::report(&warning);
        }
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
            let known: BTreeSet<&str> = all
                .iter()
                .flat_map(|candidate| &candidate.task.identity.tags)
                .map(String::as_str)
                .collect();
            tags.check(&known.into_iter().collect::<Vec<_>>())?;
        }
        // The scenarios of a bad file are unknown, so that only the shard can leave it out.
        let of_files = Selection {
            shard: args.shard_of_scenarios(),
            ..Selection::default()
        };
        let mut load = Self {
            selected: Vec::new(),
            files,
            beside: noted.into_hashes(),
            left_out: Vec::new(),
            nothing_failed: args.rerun_failed && last.files().is_empty(),
        };
        for candidate in all {
            let admitting = if candidate.bad { &of_files } else { &selection };
            if admitting.admits(&candidate.task.identity) {
                load.selected.push(candidate);
            } else {
                load.left_out.push(candidate.task.identity);
            }
        }
        Ok(load)
    }

    /// The selected tasks of files that could be read.
    pub fn sound(&self) -> impl Iterator<Item = &Candidate> {
        self.selected.iter().filter(|one| !one.bad)
    }

    /// Whether a scenario that failed earlier is no longer in its file.
    pub fn is_gone(&self, failed: &Failed) -> bool {
        let is_it =
            |identity: &Identity| identity.file == failed.file && identity.name == failed.name;
        let read = self
            .files
            .iter()
            .any(|path| files::shown(path) == failed.file);
        let there = self.selected.iter().any(|one| is_it(&one.task.identity))
            || self.left_out.iter().any(is_it);
        read && !there
    }

    /// Reports the errors of bad files. Returns the number of these.
    pub fn report_bad_files(&self, settings: &RunSettings) -> usize {
        let context = Context {
            settings,
            files: &FileSystem,
            stop: &INTERRUPT,
        };
        let bad = self.selected.iter().filter(|candidate| candidate.bad);
        bad.map(|Candidate { task, .. }| {
            let failure = task.work.perform(&task.identity, &context).failure;
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
        let tags: BTreeSet<&str> = self
            .left_out
            .iter()
            .flat_map(|identity| &identity.tags)
            .map(String::as_str)
            .collect();
        let help = (args.tag.is_some() && !tags.is_empty()).then(|| {
            let tags: Vec<&str> = tags.into_iter().collect();
            format!("the tags are {}", tags.join(", "))
        });
        output::report(&Diagnostic::error("nothing-selected", message).with_help(help));
        Exit::NothingSelected
    }
}

/// `--list`: lists the scenarios on stdout, and the errors of bad files on stderr.
pub fn list(args: &Args) -> Result<Exit, Failure> {
    let load = WorkLoad::read(args, &LastFailed::read())?;
    let bad = load.report_bad_files(&args.settings());
    let good: Vec<&Candidate> = load.selected.iter().filter(|one| !one.bad).collect();
    let identities = good.iter().map(|good| &good.task.identity);
    let entries: Vec<Listed> = identities.clone().map(Listed::from).collect();
    args.json
        .print(&entries, || identities.map(line_of).collect())?;
    Ok(if bad > 0 {
        Exit::Usage
    } else if good.is_empty() {
        load.nothing_selected(args)
    } else {
        Exit::Good
    })
}

fn line_of(identity: &Identity) -> String {
    let tags = if identity.tags.is_empty() {
        String::new()
    } else {
        format!("  [{}]", identity.tags.join(", "))
    };
    let key = identity.key();
    let key = text::visible(&key);
    format!("{key}  line {}{tags}\n", identity.line)
}

/// The hash of a text, as it is kept in files.
pub fn hash_of(text: &str) -> String {
    format!("{:016x}", hash(text))
}

/// The file system, with a note of each file that was read: its name and the hash of its text,
/// which is empty where there is none.
#[derive(Default)]
pub struct RecordedFiles(RefCell<BTreeMap<String, String>>);

impl RecordedFiles {
    /// The files that were read, by name.
    pub fn into_hashes(self) -> BTreeMap<String, String> {
        self.0.into_inner()
    }
}

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
    pub bad: bool,
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
        Some(Kind::Yaml) => return scenario::tasks(&source, files),
        Some(Kind::Script2022 | Kind::Script2016) => {
            return script::tasks(&source, files);
        }
        Some(Kind::Points) => {
            let names = scripts_beside(Path::new(name));
            return script::check_points(&source, &names).map(|()| Vec::new());
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

/// The suites that the command line names.
fn named_suites(args: &Args) -> Result<Vec<Suite>, Diagnostic> {
    args.suite.iter().map(|name| Suite::named(name)).collect()
}

/// The suites that the command line names, as paths.
fn suite_paths(args: &Args) -> Result<Vec<PathBuf>, Diagnostic> {
    let suites = named_suites(args)?;
    if let Some(subject) = args.settings().subject
        && let Some(suite) = suites.iter().find(|suite| !suite.tests.fits(&subject))
    {
        let (name, option) = (suite.name, suite.tests.option());
        let message = format!("the suite `{name}` is for another kind of program");
        let help = format!("it tests the program of `{option} CMD`");
        return Err(Diagnostic::error("suite", message).with_help([help]));
    }
    let paths = suites.iter().map(|suite| suite.source_name().into());
    Ok(paths.collect())
}

#[derive(Serialize)]
struct ListedSuite {
    name: &'static str,
    title: &'static str,
    scenarios: usize,
}

/// Lists the suites.
pub fn list_suites(args: &Args) -> Result<Exit, Failure> {
    let all = SUITES.map(|suite| ListedSuite {
        name: suite.name,
        title: suite.title(),
        scenarios: suite.names().count(),
    });
    let line = |one: &ListedSuite| {
        let ListedSuite {
            name,
            title,
            scenarios,
        } = one;
        format!("{name:<9} {scenarios:>3} scenarios  {title}\n")
    };
    args.json.print(&all, || all.iter().map(line).collect())?;
    Ok(Exit::Good)
}

/// Writes the suites that the command line names to a folder, each as `NAME.yaml`.
pub fn write_suites(args: &Args, folder: &Path) -> Result<Exit, Failure> {
    let suites = named_suites(args)?;
    let path = |suite: &Suite| folder.join(format!("{}.yaml", suite.name));
    if let Some(there) = suites.iter().map(path).find(|path| path.exists()) {
        let message = format!("`{}` exists already", shown(&there));
        let help = ["name another folder, or remove the file".to_owned()];
        return Err(Diagnostic::error("file", message).with_help(help).into());
    }
    make_folder(folder)?;
    for suite in suites {
        let path = path(&suite);
        ResultFile::at(&path)?.write_text(&suite.file())?;
        output::message(&format!("wrote {}\n", shown(&path)));
    }
    Ok(Exit::Good)
}
