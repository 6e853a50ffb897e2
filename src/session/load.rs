//! The files that `load` reads.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::text::visible;
use std::path::{Path, PathBuf};

/// Access to files.
pub trait Files {
    /// Reads a file: looked up from the working directory, then in the folder
    /// `beside`.
    ///
    /// # Errors
    ///
    /// When there is none, or it is not a text, or too big.
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError>;

    /// Writes a file, in the working directory unless its name says otherwise.
    ///
    /// # Errors
    ///
    /// With the reason, when it cannot be written; in most surroundings none can.
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
    NotText,
    /// It is bigger than the limit, in bytes.
    TooBig {
        /// The limit.
        limit: u64,
    },
    /// It is being read already: loading it would never end.
    Loop,
    /// Too many files load one another.
    TooDeep {
        /// The limit on nesting.
        limit: usize,
    },
    /// One line leads to too many files.
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// The system refuses, for this reason.
    Refused(String),
}

impl LoadError {
    /// The diagnostic, without a span.
    #[must_use]
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let file = visible(file);
        let message = match self {
            Self::NotFound => format!("there is no file `{file}`"),
            Self::Folder => format!("`{file}` is a folder, not a file"),
            Self::NotAFile => format!("`{file}` is not a plain file"),
            Self::NotText => format!("`{file}` is not a text file"),
            Self::TooBig { limit } => {
                format!("`{file}` is bigger than {} MiB", limit / (1024 * 1024))
            }
            Self::Loop => format!("`{file}` loads itself"),
            Self::TooDeep { limit } => format!("more than {limit} files load one another"),
            Self::TooMany { limit } => format!("one line loads more than {limit} files"),
            Self::Refused(reason) => format!("`{file}` cannot be read: {reason}"),
        };
        Diagnostic::error("load", message)
    }
}

/// No files at all.
impl Files for () {
    fn read(&self, _: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        Err(LoadError::NotFound)
    }
}
