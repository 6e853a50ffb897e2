//! The failures of the last run, kept for each working folder in the platform's folder for
//! state.

use crate::cli::state_folder::state_folder;
use crate::shard::hash;
use crate::storage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The scenarios that failed in the last run in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFailed {
    /// The working folder, so that a person who finds the file knows what it is.
    folder: PathBuf,
    failed: BTreeSet<Failed>,
}

/// A scenario that failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Failed {
    pub file: String,
    pub name: String,
}

impl LastFailed {
    /// Reads the failures of the working folder; none if none are kept.
    pub fn read() -> Self {
        let empty = || Self {
            folder: working_folder().unwrap_or_default(),
            failed: BTreeSet::new(),
        };
        let text = place().and_then(|path| fs::read_to_string(path).ok());
        let known = text.and_then(|text| serde_json::from_str(&text).ok());
        known.unwrap_or_else(empty)
    }

    /// The files with failures.
    pub fn files(&self) -> Vec<PathBuf> {
        let files: BTreeSet<&str> = self.failed.iter().map(|one| one.file.as_str()).collect();
        let files = files.into_iter().map(PathBuf::from);
        // Files that are gone are left out.
        files.filter(|file| file.exists()).collect()
    }

    /// The keys of the failures.
    pub fn keys(&self) -> BTreeSet<String> {
        let key = |one: &Failed| format!("{}::{}", one.file, one.name);
        self.failed.iter().map(key).collect()
    }

    /// Updates the failures after a run. Scenarios that were not run stay, unless they are gone
    /// from a file that was read.
    pub fn update(
        &mut self,
        failed: BTreeSet<Failed>,
        passed: &BTreeSet<Failed>,
        is_gone: impl Fn(&Failed) -> bool,
    ) {
        self.failed
            .retain(|one| !passed.contains(one) && !is_gone(one));
        self.failed.extend(failed);
    }

    /// Writes the failures for the next run. Errors are ignored.
    pub fn write(&self) {
        let Some(path) = place() else { return };
        if self.failed.is_empty() {
            let _ = fs::remove_file(path);
            return;
        }
        let Ok(text) = serde_json::to_string_pretty(self) else {
            return;
        };
        if let Some(folder) = path.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = storage::replace(&path, |out| out.write_all(text.as_bytes()));
    }
}

fn working_folder() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

/// The file of the working folder.
fn place() -> Option<PathBuf> {
    let name = name(&working_folder()?);
    Some(state_folder()?.join("last-failed").join(name))
}

fn name(folder: &Path) -> String {
    format!("{:016x}.json", hash(&folder.to_string_lossy()))
}
