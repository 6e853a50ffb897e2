//! Why the folder of a match cannot be used.

use super::played::NotOfMatch;
use crate::storage;
use ataxx_core::diagnostic::{Diagnostic, Source, text};
use ataxx_core::notation::SyntaxError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the folder of a match, or the log of games in it, cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The system refuses.
    #[error("`{}` cannot be {done}: {}", path.display(), storage::reason(error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done with it: `read`, `written`, ….
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// The description cannot be read.
    #[error("`{}` does not describe a match: {reason}", path.display())]
    NoDescription {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder holds another match.
    #[error("`{}` holds another match: {difference}", path.display())]
    OtherMatch {
        /// The folder.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Another process plays the match.
    #[error("the match in `{}` is being played by another process", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The log does not hold game records.
    #[error("`{}` is damaged: {}", path.display(), error.message)]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its text.
        text: String,
        /// What is wrong with the text.
        error: SyntaxError,
    },
    /// The log holds a game of another match.
    #[error("`{}` is not of this match: {error}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What is wrong with the game.
        error: NotOfMatch,
    },
    /// The log holds two different games of one number.
    #[error("`{}` has another game {} than there was before", path.display(), number + 1)]
    Twice {
        /// The file.
        path: PathBuf,
        /// The number of the game, counted from 0.
        number: u64,
    },
}

impl FolderError {
    pub(super) fn io(path: &Path, done: &'static str, error: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            done,
            error,
        }
    }
}

impl From<FolderError> for Diagnostic {
    fn from(error: FolderError) -> Self {
        let diagnostic = Self::error("match", error.to_string());
        match error {
            FolderError::Damaged {
                path,
                text: content,
                error,
            } => diagnostic
                .at(error.span)
                .with_help(error.help)
                .with_source(Source {
                    name: Some(text::visible(&path.to_string_lossy()).into_owned()),
                    first_line: 1,
                    text: content,
                }),
            _ => diagnostic,
        }
    }
}
