//! The file that the results of a class are written to as they arrive.

use super::class::{ClassResults, ClassRun, Pair, is_cut_first_line, is_first_line};
use crate::report::{Record, Report};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_storage as storage;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The file of results of a class: a line about the run, and a line for each result. Files of parts
/// of a class can be put together to one, in any order. A line
/// is written at once, so that a run that is killed leaves at most one incomplete line.
#[derive(Debug)]
pub struct Journal {
    name: String,
    /// Locked.
    file: File,
}

/// A result as a line.
#[derive(Serialize, Deserialize)]
struct Line {
    program: usize,
    scenario: usize,
    report: Record,
}

/// What a file of results holds.
struct Content {
    results: ClassResults,
    /// The number of bytes up to an incomplete line at the end.
    complete: u64,
}

impl Drop for Journal {
    /// A program that starts at this moment can have inherited the file, and the lock with it.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Journal {
    /// Opens the file for a run. With `resume`, the results in it are those of the run;
    /// otherwise the file is emptied, or renamed with a warning if it has results of an earlier
    /// run.
    pub fn open(
        path: &Path,
        run: ClassRun,
        resume: bool,
        warn: impl FnOnce(&Diagnostic),
    ) -> Result<(Self, ClassResults), Diagnostic> {
        let mut journal = Self::at(path)?;
        let found = content(&mut BufReader::new(&journal.file), &journal.name);
        if resume {
            if let Some(content) = found? {
                return journal.resume(&run, content);
            }
        } else if is_worth_keeping(found)? {
            let old = journal.set_aside(path)?;
            let (name, old) = (&journal.name, shown(&old));
            let message =
                format!("`{name}` had the results of an earlier run, which are in `{old}` now");
            let help = "`--resume` continues an interrupted run".to_owned();
            warn(&Diagnostic::warning("results", message).with_help([help]));
            journal = Self::at(path)?;
        }
        journal.begin(&run)?;
        Ok((journal, ClassResults::new(run)))
    }

    /// Opens the file, which is made if it does not exist.
    fn at(path: &Path) -> Result<Self, Diagnostic> {
        let name = shown(path);
        let mut options = OpenOptions::new();
        options.read(true).create(true).append(true);
        let file = options.open(path);
        let file = file.map_err(|error| unwritable(&name, &error))?;
        if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            let message = format!("`{name}` cannot have results: it is not a plain file");
            return Err(Diagnostic::error("results", message));
        }
        if !storage::lock(&file) {
            let message = format!("another run writes its results to `{name}`");
            return Err(Diagnostic::error("results", message));
        }
        // The run that had locked it may have renamed it in between.
        if !storage::is_in_place(&file, path) {
            return Self::at(path);
        }
        Ok(Self { name, file })
    }

    /// Renames the file. Returns its new path.
    fn set_aside(&self, path: &Path) -> Result<PathBuf, Diagnostic> {
        let numbered = (2..).map(|number| format!("old-{number}"));
        let mut endings = std::iter::once("old".to_owned()).chain(numbered);
        let free = endings.find_map(|ending| {
            let path = PathBuf::from(format!("{}.{ending}", path.display()));
            (!path.exists()).then_some(path)
        });
        let old = free.unwrap_or_else(|| path.with_extension("old"));
        fs::rename(path, &old).map_err(|error| unwritable(&self.name, &error))?;
        Ok(old)
    }

    /// Continues a run after its last complete line.
    fn resume(self, run: &ClassRun, content: Content) -> Result<(Self, ClassResults), Diagnostic> {
        // The results of a part are results of the whole.
        let found = &content.results.run;
        let found = if run.shard.is_none() {
            found.whole()
        } else {
            found.clone()
        };
        if let Some(what) = found.difference(run) {
            let name = &self.name;
            let message = format!("`{name}` has results of another run: the {what} differ");
            let help = "delete it to start again, or name another file with `--results`";
            return Err(Diagnostic::error("resume", message).with_help([help.to_owned()]));
        }
        let cut = self.file.set_len(content.complete);
        cut.map_err(|error| unwritable(&self.name, &error))?;
        let mut results = content.results;
        results.run = found;
        Ok((self, results))
    }

    /// Begins a new run.
    fn begin(&mut self, run: &ClassRun) -> Result<(), Diagnostic> {
        let emptied = self.file.set_len(0);
        emptied.map_err(|error| unwritable(&self.name, &error))?;
        self.append(run)
    }

    /// Writes a result.
    pub fn write(&mut self, pair: Pair, report: &Report) -> Result<(), Diagnostic> {
        self.append(&Line {
            program: pair.program,
            scenario: pair.scenario,
            report: Record::complete(report),
        })
    }

    /// Makes the results durable. Some systems refuse only here what there is no room for.
    pub fn sync(&self) -> Result<(), Diagnostic> {
        let synced = self.file.sync_data();
        synced.map_err(|error| unwritable(&self.name, &error))
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), Diagnostic> {
        let line = serde_json::to_string(value).map_err(io::Error::from);
        line.and_then(|line| storage::append(&self.file, format!("{line}\n").as_bytes()))
            .map_err(|error| unwritable(&self.name, &error))
    }
}

/// The code of diagnostics about a file of results that cannot be read.
const DAMAGED: &str = "damaged-results";

/// Whether a file has results of an interrupted run, or of another version of this program.
fn is_worth_keeping(found: Result<Option<Content>, Diagnostic>) -> Result<bool, Diagnostic> {
    match found {
        Ok(None) => Ok(false),
        Ok(Some(Content { results, .. })) => Ok(results.missing().len() < results.total()),
        Err(diagnostic) if diagnostic.code == DAMAGED => Ok(true),
        Err(diagnostic) => Err(diagnostic),
    }
}

/// The content of a file of results; `None` of an empty one. An incomplete line at the end is
/// no part of it. Where results of several parts of a class stand one after another, each with its
/// first line, they are results of the whole class.
fn content(file: &mut impl BufRead, name: &str) -> Result<Option<Content>, Diagnostic> {
    let first = text_of_line(file, name)?;
    // A run that is killed at once leaves the beginning of the first line.
    if !is_first_line(&first) && !is_cut_first_line(&first) {
        return Err(no_results(name));
    }
    if !first.ends_with('\n') {
        return Ok(None);
    }
    let run: ClassRun = serde_json::from_str(&first).map_err(|error| bad_line(name, 1, &error))?;
    if !run.is_readable() {
        let message = format!("another version of ataxx wrote the results in `{name}`");
        let help = "run the class again, without `--resume`".to_owned();
        return Err(Diagnostic::error(DAMAGED, message).with_help([help]));
    }
    let mut content = Content {
        results: ClassResults::new(run),
        complete: first.len() as u64,
    };
    let mut number = 1;
    loop {
        let text = text_of_line(file, name)?;
        if !text.ends_with('\n') {
            return Ok(Some(content));
        }
        number += 1;
        content.complete += text.len() as u64;
        if is_first_line(&text) {
            let run: ClassRun =
                serde_json::from_str(&text).map_err(|error| bad_line(name, number, &error))?;
            if let Some(what) = content.results.run.whole().difference(&run.whole()) {
                let message = format!(
                    "line {number} of `{name}` begins results of another run: the {what} differ"
                );
                return Err(Diagnostic::error(DAMAGED, message));
            }
            content.results.run.shard = None;
            continue;
        }
        let result: Line =
            serde_json::from_str(&text).map_err(|error| bad_line(name, number, &error))?;
        let pair = Pair {
            program: result.program,
            scenario: result.scenario,
        };
        content.results.add(pair, result.report.into());
    }
}

/// The next line with its end, which is missing where the line is incomplete; empty at the end.
fn text_of_line(file: &mut impl BufRead, name: &str) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let read = file.read_until(b'\n', &mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.last() == Some(&b'\n') {
        String::from_utf8(bytes).map_err(|_| no_results(name))
    } else {
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The usual place of the results of a class: `class.results.jsonl` for `class.txt`, in the
/// working folder, with the part of the class in it.
pub fn usual_place(programs: &Path, shard: Option<&str>) -> PathBuf {
    let stem = programs.file_stem().unwrap_or_default().to_string_lossy();
    let part = shard.map_or_else(String::new, |shard| {
        format!(".{}", shard.replace('/', "-of-"))
    });
    PathBuf::from(format!("{stem}{part}.results.jsonl"))
}

fn shown(path: &Path) -> String {
    text::visible(&path.to_string_lossy()).into_owned()
}

fn unwritable(name: &str, error: &io::Error) -> Diagnostic {
    let reason = storage::why_unwritable(error);
    let message = format!("the results cannot be written to `{name}`: {reason}");
    let help = "`--results FILE` names another place";
    Diagnostic::error("results", message).with_help([help.to_owned()])
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    let message = format!("`{name}` cannot be read: {}", storage::reason(error));
    Diagnostic::error("results", message)
}

fn no_results(name: &str) -> Diagnostic {
    let message = format!("`{name}` is no file of results of a class");
    let help = "`--results FILE` names another one";
    Diagnostic::error("results", message).with_help([help.to_owned()])
}

fn bad_line(name: &str, number: usize, error: &serde_json::Error) -> Diagnostic {
    let message = format!("line {number} of `{name}` is no result: {error}");
    Diagnostic::error(DAMAGED, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::NamedProgram;
    use crate::report::test_support::all;

    /// As by a full disk, `kill -9` or a crash of the machine.
    #[test]
    fn results_that_are_cut_off_anywhere_are_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("class.results.jsonl");
        let mut reports = all();
        reports.truncate(3);
        let programs = [NamedProgram {
            name: "é".to_owned(),
            command: "./é".to_owned(),
        }];
        let scenarios = reports.iter().map(|report| report.identity.clone());
        let run = ClassRun::new(programs.into(), scenarios.collect());
        let go_on = || {
            let opened = Journal::open(&path, run.clone(), true, |_| {});
            let (mut journal, results) = opened.expect("it goes on");
            let missing = results.missing();
            for &pair in &missing {
                let written = journal.write(pair, &reports[pair.scenario]);
                written.expect("there is room");
            }
            (missing.len(), fs::read(&path).expect("results"))
        };
        let (missing, whole) = go_on();
        assert_eq!(missing, 3);
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("written");
            let lines = String::from_utf8_lossy(&whole[..cut]).matches('\n').count();
            assert_eq!(go_on(), (4 - lines.max(1), whole.clone()), "cut at {cut}");
        }
    }

    /// A program that is started at this moment has the file for an instant, and its lock.
    #[test]
    fn the_lock_ends_with_the_journal_though_the_file_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("class.results.jsonl");
        let run = ClassRun::new(Vec::new(), Vec::new());
        let open = || Journal::open(&path, run.clone(), true, |_| {}).map(|(journal, _)| journal);
        let journal = open().expect("nobody has it");
        let _inherited = journal.file.try_clone().expect("a copy");
        assert!(open().is_err(), "it is locked");
        drop(journal);
        assert!(open().is_ok());
    }

    #[test]
    fn results_are_named_after_the_class() {
        let place = |path: &str, shard| usual_place(Path::new(path), shard);
        assert_eq!(
            place("lists/class.txt", None),
            Path::new("class.results.jsonl")
        );
        assert_eq!(
            place("class", Some("3/8")),
            Path::new("class.3-of-8.results.jsonl")
        );
    }
}
