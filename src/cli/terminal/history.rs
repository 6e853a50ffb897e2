//! Lines of earlier sessions, in the platform's folder for state.

use super::assistant::Assistant;
use crate::cli::state_folder::state_folder;
use rustyline::Editor;
use rustyline::history::FileHistory;
use std::path::{Path, PathBuf};

/// The editor of typed lines.
pub type LineEditor = Editor<Assistant, FileHistory>;

/// Loads the lines of earlier sessions. Returns their file, or `None` where there can be
/// none.
pub fn load(editor: &mut LineEditor) -> Option<PathBuf> {
    let file = state_folder()?.join("history");
    // There is none before the first session.
    let _ = editor.load_history(&file);
    Some(file)
}

/// Saves a line at once, so that it is kept however the session ends.
pub fn add(editor: &mut LineEditor, file: Option<&Path>, line: &str) {
    let added = editor.add_history_entry(line).unwrap_or(false);
    if let Some(file) = file.filter(|_| added) {
        // A session goes on without its history.
        let _ = editor.append_history(file);
    }
}
