//! Lines of earlier sessions, in the platform's folder for state.

use super::LineEditor;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of this program for state, which is made if it is missing.
pub fn folder() -> Option<PathBuf> {
    let base = choose_base_strategy().ok()?;
    let folder = base
        .state_dir()
        .unwrap_or_else(|| base.data_dir())
        .join("ataxx");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// Loads the lines of earlier sessions. Returns their file, or `None` where there can be
/// none.
pub fn load(editor: &mut LineEditor) -> Option<PathBuf> {
    let file = folder()?.join("history");
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
