//! The files that a command reads and writes. What it reads it must not write over, and two of
//! its results cannot go to one file.

use crate::session::LoadError;
use crate::storage;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The files that were read.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// The files that results are to be written to.
static CLAIMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The claim to a file for a result, until it is dropped.
#[derive(Debug)]
pub struct Claim(PathBuf);

impl Claim {
    /// Claims a file.
    pub fn to(path: &Path) -> Result<Self, &'static str> {
        let path = identity(path);
        if lock(&READ).contains(&path) {
            return Err("this command reads it");
        }
        if !lock(&CLAIMED).insert(path.clone()) {
            return Err("another result of this command goes there");
        }
        Ok(Self(path))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock(&CLAIMED).remove(&self.0);
    }
}

/// Notes that a file is read.
pub fn note_read(path: &Path) -> Result<(), LoadError> {
    if !path.is_file() {
        return Ok(());
    }
    let path = identity(path);
    if lock(&CLAIMED).contains(&path) {
        let reason = "a result of this command is to be written to it";
        return Err(LoadError::Refused(reason.to_owned()));
    }
    lock(&READ).insert(path);
    Ok(())
}

/// The same path for the same file, whether it exists or not.
fn identity(path: &Path) -> PathBuf {
    let of_new = || {
        let folder = storage::folder_of(path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let known = path.canonicalize().ok().or_else(of_new);
    known.unwrap_or_else(|| path.to_owned())
}

fn lock(files: &Mutex<BTreeSet<PathBuf>>) -> MutexGuard<'_, BTreeSet<PathBuf>> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_or_written_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (read, new) = (folder.path().join("read"), folder.path().join("new"));
        std::fs::write(&read, "text").expect("a file");
        assert_eq!(note_read(&read), Ok(()));
        assert_eq!(Claim::to(&read).err(), Some("this command reads it"));
        let claim = Claim::to(&new).expect("a free file");
        let same = folder.path().join(".").join("new");
        assert!(Claim::to(&same).is_err());
        std::fs::write(&new, "text").expect("a file");
        assert!(Claim::to(&same).is_err());
        assert!(note_read(&new).is_err());
        drop(claim);
        assert!(Claim::to(&same).is_ok());
        assert_eq!(note_read(&new), Ok(()));
    }
}
