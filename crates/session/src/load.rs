//! The files that `load` reads.

use super::LineOfText;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::characters::describe;
use ataxx_core::diagnostic::text::visible;
use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Access to files.
pub trait Files {
    /// Reads a file: looked up from the working directory, then in the folder
    /// `beside`.
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError>;

    /// A file whose name differs from this one in upper and lower case alone, as far as that is
    /// known.
    fn in_other_case(&self, _name: &str) -> Option<String> {
        None
    }

    /// Writes a file; a relative name is in the working directory.
    fn write(&self, _name: &str, _text: &str) -> Result<(), String> {
        Err("files are not written here".to_owned())
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Its name for people: as it was given, with the folder it was found in.
    pub name: String,
    /// Its canonical path, which identifies it.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such file.
    NotFound,
    /// It is a folder.
    Folder,
    /// It is neither a file nor a folder: a device, a pipe, ….
    NotAFile,
    /// It holds bytes that are not text.
    NotText {
        /// The place of the first NUL: its line and column, counted from 1.
        place: (usize, usize),
    },
    /// It is bigger than the limit, in bytes.
    TooBig {
        /// The limit.
        limit: u64,
    },
    /// It is being read already: loading it would never end.
    Loop,
    /// One line leads to too many files.
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// The system refuses, for this reason.
    Refused(String),
}

impl LoadError {
    /// Whether the file is not read only because loading it would never end.
    pub const fn is_endless(&self) -> bool {
        matches!(self, Self::Loop | Self::TooMany { .. })
    }

    /// The diagnostic, without a span.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let file = visible(file);
        let message = match self {
            Self::NotFound => format!("there is no file `{file}`"),
            Self::Folder => format!("`{file}` is a folder, not a file"),
            Self::NotAFile => format!("`{file}` is not a plain file"),
            Self::NotText {
                place: (line, column),
            } => {
                let nul = describe('\0');
                format!("`{file}` is not a text file: line {line}, column {column} has {nul}")
            }
            Self::TooBig { limit } => {
                format!("`{file}` is bigger than {} MiB", limit / (1024 * 1024))
            }
            Self::Loop => format!("`{file}` loads itself"),
            Self::TooMany { limit } => format!("one line loads more than {limit} files"),
            Self::Refused(reason) => format!("`{file}` cannot be read: {reason}"),
        };
        Diagnostic::error("load", message)
    }
}

/// The files that are being loaded, one inside the other.
#[derive(Clone)]
pub struct Loading<'a> {
    files: &'a dyn Files,
    /// The folder in which files are looked up after the working directory, by lines that stand
    /// in no file.
    folder: Option<PathBuf>,
    /// The files that are being read, the innermost last.
    reading: Vec<PathBuf>,
    /// The same, to find one.
    is_read: HashSet<PathBuf>,
    /// The number of files loaded since the count began.
    loaded: usize,
}

impl<'a> Loading<'a> {
    /// The limit on files in a count: files that load each other several times would otherwise
    /// run for years.
    const MAX_FILES: usize = 100_000;

    /// No file is being read.
    pub fn new(files: &'a dyn Files) -> Self {
        Self {
            files,
            folder: None,
            reading: Vec::new(),
            is_read: HashSet::new(),
            loaded: 0,
        }
    }

    /// The same, with a folder in which files are looked up after the working directory, as if
    /// the lines stood in a file there.
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self { folder, ..self }
    }

    /// Where the files come from.
    pub const fn files(&self) -> &'a dyn Files {
        self.files
    }

    /// The files that are being read, the innermost last.
    pub fn reading(&self) -> &[PathBuf] {
        &self.reading
    }

    /// Resets the count of loaded files.
    pub const fn reset_count(&mut self) {
        self.loaded = 0;
    }

    /// Reads a file that a line names.
    pub fn find(&self, name: &str) -> Result<TextFile, LoadError> {
        let beside = match self.reading.last() {
            Some(path) => path.parent(),
            None => self.folder.as_deref(),
        };
        self.files.read(name, beside)
    }

    /// Reads a file whose lines are to take the place of a line.
    pub fn open(&mut self, name: &str) -> Result<TextFile, LoadError> {
        let file = self.find(name)?;
        if self.is_read.contains(&file.path) {
            return Err(LoadError::Loop);
        }
        if self.loaded == Self::MAX_FILES {
            let limit = Self::MAX_FILES;
            return Err(LoadError::TooMany { limit });
        }
        self.loaded += 1;
        Ok(file)
    }

    /// The next lines are those of this file.
    pub fn enter(&mut self, file: &TextFile) {
        self.is_read.insert(file.path.clone());
        self.reading.push(file.path.clone());
    }

    /// The innermost file ends.
    pub fn leave(&mut self) {
        if let Some(path) = self.reading.pop() {
            self.is_read.remove(&path);
        }
    }
}

/// A file whose lines are being carried out.
pub(super) struct Reading {
    file: Arc<TextFile>,
    /// Where the next line begins.
    next: usize,
    /// The number of lines before it.
    lines: usize,
    loader: Option<Loader>,
}

/// A line that has loaded a file, and ends after it.
pub(super) struct Loader {
    source: Option<String>,
    number: usize,
    text: String,
    /// Whether another player was to move before it.
    pub was_waiting: bool,
}

impl Reading {
    /// A file from its first line on; `loader` is the line that has loaded it, if one has.
    pub fn new(file: TextFile, loader: Option<Loader>) -> Self {
        Self {
            file: Arc::new(file),
            next: 0,
            lines: 0,
            loader,
        }
    }

    pub const fn file(&self) -> &Arc<TextFile> {
        &self.file
    }

    /// The number of the next line, and where its text is.
    pub fn next(&mut self) -> Option<(usize, Range<usize>)> {
        let begin = self.next;
        let line = self.file.text[begin..].split_inclusive('\n').next()?;
        let text = line.lines().next().unwrap_or_default();
        self.next += line.len();
        self.lines += 1;
        Some((self.lines, begin..begin + text.len()))
    }

    pub fn into_loader(self) -> Option<Loader> {
        self.loader
    }
}

impl Loader {
    pub fn new(line: LineOfText, was_waiting: bool) -> Self {
        Self {
            source: line.source.map(str::to_owned),
            number: line.number,
            text: line.text.to_owned(),
            was_waiting,
        }
    }

    pub fn line(&self) -> LineOfText<'_> {
        LineOfText {
            source: self.source.as_deref(),
            number: self.number,
            text: &self.text,
        }
    }
}

/// No files at all.
impl Files for () {
    fn read(&self, _: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        Err(LoadError::NotFound)
    }
}
