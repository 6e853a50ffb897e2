//! A file that a long computation ends in.

use super::interrupt::INTERRUPT;
use ataxx_toolkit::diagnostic::Diagnostic;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Where a result goes that takes long to find.
///
/// Whatever is there already stays as it is until the result is complete, and stays for
/// good if there turns out to be none: the result is written to a file beside it, which
/// then takes its place.
#[derive(Debug)]
pub struct ResultFile {
    /// What the person calls it.
    name: String,
    path: PathBuf,
    replaces: Replaces,
}

/// What is there when the work begins.
#[derive(Debug)]
enum Replaces {
    Nothing,
    File(fs::Permissions),
    /// A device or a pipe, which nothing can take the place of: it is written to.
    Stream,
}

impl ResultFile {
    /// Finds out whether a file can be written there, before the work and not after it.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn at(path: &Path) -> Result<Self, Diagnostic> {
        // Whoever named the file may have meant to talk to the terminal.
        let name = path
            .display()
            .to_string()
            .replace(char::is_control, "\u{fffd}");
        // The file that a link leads to is to be replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let replaces = match fs::metadata(&path) {
            Err(_) => Replaces::Nothing,
            Ok(there) if there.is_file() => Replaces::File(there.permissions()),
            Ok(there) if there.is_dir() => {
                let message = format!("`{name}` is a folder, not a file");
                return Err(Diagnostic::error("file", message));
            }
            Ok(_) => Replaces::Stream,
        };
        let file = Self {
            name,
            path,
            replaces,
        };
        match file.probe() {
            Ok(()) => Ok(file),
            Err(error) => Err(file.unwritable(&error)),
        }
    }

    fn probe(&self) -> io::Result<()> {
        match self.replaces {
            // To open a pipe can take until somebody reads from it.
            Replaces::Stream => return Ok(()),
            Replaces::File(_) => drop(OpenOptions::new().write(true).open(&self.path)?),
            Replaces::Nothing => {}
        }
        let (_, beside) = self.file_beside()?;
        fs::remove_file(beside)
    }

    /// A new file in the same folder.
    fn file_beside(&self) -> io::Result<(File, PathBuf)> {
        let mut number = 0;
        loop {
            let name = format!(".ataxx-{}-{number}", process::id());
            let path = self.path.with_file_name(name);
            match File::create_new(&path) {
                // Left there by a process that was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => {
                    number += 1;
                }
                created => return Ok((created?, path)),
            }
        }
    }

    /// Writes the result, unless Ctrl-C comes in between.
    ///
    /// # Errors
    ///
    /// When it cannot be written or the person has pressed Ctrl-C.
    pub fn write(
        self,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        self.replace(result, OnTold::GiveUp)
            .map_err(|error| self.unwritable(&error))
    }

    /// Writes what there is of a result, also when Ctrl-C has come.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_in_any_case(
        self,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        self.replace(result, OnTold::GoOn)
            .map_err(|error| self.unwritable(&error))
    }

    fn replace(
        &self,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        on_told: OnTold,
    ) -> io::Result<()> {
        let permissions = match &self.replaces {
            Replaces::Nothing => None,
            Replaces::File(permissions) => Some(permissions.clone()),
            Replaces::Stream => {
                let stream = OpenOptions::new().write(true).open(&self.path)?;
                return complete(stream, on_told, result);
            }
        };
        let (file, beside) = self.file_beside()?;
        if let Some(permissions) = permissions {
            // Some file systems know none.
            let _ = file.set_permissions(permissions);
        }
        let ended = complete(file, on_told, result).and_then(|()| fs::rename(&beside, &self.path));
        if ended.is_err() {
            let _ = fs::remove_file(&beside);
        }
        ended
    }

    fn unwritable(&self, error: &io::Error) -> Diagnostic {
        let reason = match error.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            kind => kind.to_string(),
        };
        let message = format!("`{}` cannot be written: {reason}", self.name);
        Diagnostic::error("file", message)
    }
}

fn complete(
    file: File,
    on_told: OnTold,
    result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(Unfinished { file, on_told });
    result(&mut out)?;
    out.flush()
}

/// What becomes of a file when the person presses Ctrl-C while it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnTold {
    GiveUp,
    GoOn,
}

/// A file that is being written.
struct Unfinished<W> {
    file: W,
    on_told: OnTold,
}

impl<W: Write> Write for Unfinished<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.on_told == OnTold::GiveUp && INTERRUPT.is_requested() {
            // Not `Interrupted`: after that one tries again.
            return Err(io::Error::other("told to stop"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
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
        let message = failed.expect_err("it failed").message;
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
}
