//! Finding the files of tests, and their names.

use crate::cli::input::names_beside;
use ataxx_core::diagnostic::{Diagnostic, nearest};
use ataxx_storage as storage;
use ataxx_testing::scenario::suites::Suite;
use ataxx_testing::script::{self, POINTS, ScriptFormat};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder that is searched if no path is given.
pub const USUAL: &str = "scenarios";

/// The kind of a scenario file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Scenarios in YAML.
    Yaml,
    /// A script of a course, or the first part of one.
    Script,
    /// The points of the scripts beside it.
    Points,
}

impl FileKind {
    /// The kind of a file by its name.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy();
        if name == POINTS {
            Some(Self::Points)
        } else if name.ends_with(".yaml") || name.ends_with(".yml") {
            Some(Self::Yaml)
        } else {
            ScriptFormat::of(&name).map(|_| Self::Script)
        }
    }
}

/// All files of scenarios at these paths, in their order; those in a folder by name. Each file is
/// listed once.
pub fn found(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut search = Search::default();
    for path in paths {
        if let Some(suite) = Suite::of_path(path) {
            suite?;
            search.file(path);
            continue;
        }
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(not_there(path));
            }
            Err(error) => return Err(unreadable(path, &error)),
            Ok(metadata) if metadata.is_dir() => search.folder(path)?,
            // A file that is given is taken whatever its name.
            Ok(_) => search.given(path),
        }
    }
    Ok(search.found)
}

/// The file that runs the test of a script to which a file belongs: `NAME-1.in` for a `NAME-2.in`
/// beside it; the file itself in all other cases.
pub fn test_file(path: &Path) -> Cow<'_, Path> {
    let first = path.to_str().and_then(script::first_file);
    match first.map(PathBuf::from).filter(|first| first.is_file()) {
        Some(first) => Cow::Owned(first),
        None => Cow::Borrowed(path),
    }
}

/// The names of the scripts in the folder of a file.
pub fn scripts_beside(path: &Path) -> Vec<String> {
    let test = |name: String| Some(ScriptFormat::of(&name)?.test_name(&name).to_owned());
    names_beside(path).into_iter().filter_map(test).collect()
}

/// The name of a file in reports and keys: the same on every system, and without a leading
/// `./`.
pub fn shown(path: &Path) -> String {
    let here = path.strip_prefix(".").unwrap_or(path);
    let name = here.display().to_string();
    if std::path::MAIN_SEPARATOR == '/' {
        name
    } else {
        name.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

#[derive(Default)]
struct Search {
    found: Vec<PathBuf>,
    /// The canonical paths of files and folders so far.
    met: HashSet<PathBuf>,
}

impl Search {
    fn file(&mut self, path: &Path) {
        let identity = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.met.insert(identity) {
            self.found.push(path.to_owned());
        }
    }

    /// A file that is given, or the script that it belongs to. The points of a script are checked
    /// with it.
    fn given(&mut self, path: &Path) {
        let path = &*test_file(path);
        let points = path.with_file_name(POINTS);
        if FileKind::of(path) == Some(FileKind::Script) && points.is_file() {
            self.file(&points);
        }
        self.file(path);
    }

    fn folder(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let identity = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        // A link can lead back up.
        if !self.met.insert(identity) {
            return Ok(());
        }
        let entries = fs::read_dir(path);
        let inside = entries.and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
        let mut inside: Vec<PathBuf> = inside.map_err(|error| unreadable(path, &error))?;
        inside.retain(|path| !starts_with_dot(path));
        inside.sort();
        for path in inside {
            if path.is_dir() {
                self.folder(&path)?;
            } else if FileKind::of(&path).is_some() {
                self.file(&path);
            }
        }
        Ok(())
    }
}

fn starts_with_dot(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with('.')
}

fn not_there(path: &Path) -> Diagnostic {
    let name = shown(path);
    let diagnostic = Diagnostic::error("file", format!("there is no file or folder `{name}`"));
    if name == USUAL {
        let help = "name files of scenarios, or folders of them";
        return diagnostic.with_help([help.to_owned()]);
    }
    diagnostic.with_help(near(path).map(|near| format!("did you mean `{near}`?")))
}

/// A file or folder with a similar name.
fn near(path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let mut names = names_beside(path);
    names.sort();
    let near = nearest(&name, names.iter().map(String::as_str))?;
    Some(shown(&folder.join(near)))
}

fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!(
        "`{}` cannot be read: {}",
        shown(path),
        storage::reason(error)
    );
    Diagnostic::error("file", message)
}
