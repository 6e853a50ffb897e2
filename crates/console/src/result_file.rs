//! Files that a command writes. A result is written as a whole, and neither over a file that the
//! command reads nor over another of its results.

use crate::exit::EarlyExit;
use crate::interrupt::INTERRUPT;
use crate::output;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_session::LoadError;
use ataxx_storage as storage;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file for a result, checked before the work and written after it.
///
/// It is written as a whole: an old file stays as it is until the new one is complete.
#[derive(Debug)]
pub struct ResultFile {
    /// Its name for messages.
    name: String,
    path: PathBuf,
    /// A device or a pipe is written to, and not replaced.
    is_stream: bool,
    /// Keeps other results of this command from the file.
    _claim: Option<Claim>,
}

impl ResultFile {
    /// Checks that a file can be written there, that the command has not read it, and that it
    /// writes no other result to it.
    pub fn at(path: &Path) -> Result<Self, Diagnostic> {
        let file = Self::in_place(path)?;
        if file.is_stream {
            return Ok(file);
        }
        match Claim::to(&file.path) {
            Ok(claim) => Ok(Self {
                _claim: Some(claim),
                ..file
            }),
            Err(reason) => Err(file.not_written(reason)),
        }
    }

    /// Checks that a file can be written there, which the command may have read in order to
    /// change it.
    pub fn in_place(path: &Path) -> Result<Self, Diagnostic> {
        let name = text::visible(&path.to_string_lossy()).into_owned();
        // The file that a link leads to is replaced, not the link.
        let path = storage::destination(path);
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            let message = format!("`{name}` is a folder, not a file");
            return Err(Diagnostic::error("file", message));
        }
        let file = Self {
            name,
            path,
            is_stream: there.is_some_and(|there| !there.is_file()),
            _claim: None,
        };
        // Opening a pipe blocks until it has a reader.
        if !file.is_stream {
            storage::check_writable(&file.path).map_err(|error| file.unwritable(&error))?;
        }
        Ok(file)
    }

    /// Writes the result, unless Ctrl-C is pressed meanwhile.
    pub fn write(
        self,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), EarlyExit> {
        storage::replace(&self.path, |out| result(&mut Interruptible(out))).map_err(|error| {
            if INTERRUPT.is_requested() {
                EarlyExit::Interrupted
            } else {
                self.unwritable(&error).into()
            }
        })
    }

    /// Writes the result, also after Ctrl-C, so that the work so far is kept.
    pub fn keep(
        self,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        storage::replace(&self.path, result).map_err(|error| self.unwritable(&error))
    }

    /// Writes a text, like [`keep`](Self::keep).
    pub fn write_text(self, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Diagnostic> {
        self.keep(|out| out.write_all(text.as_ref()))
    }

    /// The error that the file cannot be written.
    pub fn unwritable(&self, error: &io::Error) -> Diagnostic {
        self.not_written(&storage::why_unwritable(error))
    }

    fn not_written(&self, reason: &str) -> Diagnostic {
        let message = format!("`{}` cannot be written: {reason}", self.name);
        Diagnostic::error("file", message)
    }
}

/// Where a result goes.
pub enum Target {
    /// Standard output, for another program.
    Stdout,
    File(ResultFile),
}

impl Target {
    /// Standard output for `-`, or else a file, which is checked.
    pub fn at(path: &Path) -> Result<Self, Diagnostic> {
        if path == Path::new("-") {
            Ok(Self::Stdout)
        } else {
            ResultFile::at(path).map(Self::File)
        }
    }

    pub const fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }
}

/// Writes a long text to standard output.
pub fn to_stdout(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    out.flush()
}

/// Writes several results: one that cannot be written does not keep the others from it. Errors but
/// the last are reported at once.
pub fn write_each(
    results: impl IntoIterator<Item = Result<(), Diagnostic>>,
) -> Result<(), Diagnostic> {
    let mut written = Ok(());
    for result in results {
        if result.is_err()
            && let Err(earlier) = std::mem::replace(&mut written, result)
        {
            output::report(&earlier);
        }
    }
    written
}

/// A writer that fails after Ctrl-C.
struct Interruptible<'a>(&'a mut dyn Write);

impl Write for Interruptible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if INTERRUPT.is_requested() {
            // Not `Interrupted`: after that one tries again.
            return Err(io::Error::other("interrupted"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The name of a file in messages: `<stdin>` for `-`, and without control characters.
pub fn name(path: &Path) -> String {
    match path.to_string_lossy() {
        name if name == "-" => "<stdin>".to_owned(),
        name => text::visible(&name).into_owned(),
    }
}

/// Makes a folder, unless it is there.
pub fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    fs::create_dir_all(folder).map_err(|error| {
        let name = name(folder);
        let message = match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                format!("`{name}` cannot be a folder: there is a file in its place")
            }
            _ => {
                let reason = storage::why_unwritable(&error);
                format!("the folder `{name}` cannot be made: {reason}")
            }
        };
        Diagnostic::error("file", message)
    })
}

/// The files that were read.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// The files that results are to be written to.
static CLAIMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The claim to a file for a result, until it is dropped.
#[derive(Debug)]
struct Claim(PathBuf);

impl Claim {
    /// Claims a file.
    fn to(path: &Path) -> Result<Self, &'static str> {
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

/// The platform's folder for what this program remembers between its runs, which is made if it is
/// missing. `None` where there can be none.
pub fn state_folder() -> Option<PathBuf> {
    let base = choose_base_strategy().ok()?;
    let state = base.state_dir().unwrap_or_else(|| base.data_dir());
    let folder = state.join("ataxx");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in a folder, by name.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_result_is_there_once_it_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result");
        let file = ResultFile::at(&path).expect("it can be written");
        assert!(names(folder.path()).is_empty());
        file.write(|out| out.write_all(b"new")).expect("written");
        assert_eq!(names(folder.path()), ["result"]);
        assert_eq!(fs::read(&path).expect("a file"), b"new");
    }

    #[test]
    fn without_a_result_the_old_one_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result");
        fs::write(&path, "old").expect("a file");
        let file = ResultFile::at(&path).expect("it can be written");
        let failed = file.write(|out| {
            out.write_all(b"half of it")?;
            Err(ErrorKind::StorageFull.into())
        });
        let Err(EarlyExit::Refused(diagnostic)) = failed else {
            panic!("{failed:?}");
        };
        let message = diagnostic.message;
        assert!(
            message.ends_with("cannot be written: no storage space"),
            "{message}"
        );
        assert_eq!(names(folder.path()), ["result"]);
        assert_eq!(fs::read(&path).expect("a file"), b"old");
        let file = ResultFile::at(&path).expect("it can be written");
        file.write(|out| out.write_all(b"new")).expect("written");
        assert_eq!(names(folder.path()), ["result"]);
        assert_eq!(fs::read(&path).expect("a file"), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("result"), folder.path().join("link"));
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("its owner");
        symlink("result", &link).expect("a link");
        let file = ResultFile::at(&link).expect("it can be written");
        file.write(|out| out.write_all(b"new")).expect("written");
        assert_eq!(names(folder.path()), ["link", "result"]);
        assert_eq!(fs::read_link(&link).expect("a link"), Path::new("result"));
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

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
