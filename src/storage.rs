//! Files on disk: read with a limit on their size, replaced as a whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;
use thiserror::Error;

/// Why a file cannot be read.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("it is a folder")]
    Folder,
    /// It is neither a file nor a folder: a device or a pipe, which could be endless.
    #[error("it is not a plain file")]
    NotAFile,
    /// It has more bytes than the limit.
    #[error("it is bigger than {} MiB", limit >> 20)]
    TooBig {
        /// The limit in bytes.
        limit: u64,
    },
    /// The system refuses to read it.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
}

/// Why the system refuses to do something with a file or folder, in words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::AlreadyExists => "there is a file in its place".to_owned(),
        kind => kind.to_string(),
    }
}

/// Why the system refuses to write a file, in words.
pub fn why_unwritable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => reason(error),
    }
}

/// Locks a file or folder as long as it is open. `false` if another process has locked it. File
/// systems without locks are not protected.
pub fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Reads a plain file of at most `limit` bytes.
///
/// The file is opened once, and what is opened is what is checked and read: it can neither
/// be exchanged nor grow beyond the limit in between.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // To open a pipe would otherwise wait for whoever writes to it.
        options.custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits());
    }
    // On some systems a folder cannot be opened at all.
    if path.is_dir() {
        return Err(FileError::Folder);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(FileError::Folder);
    }
    if !metadata.is_file() {
        return Err(FileError::NotAFile);
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooBig { limit });
    }
    Ok(bytes)
}

/// Writes a file as a whole: to a temporary file beside it, which then takes its place.
///
/// After an error or a crash at any point, the old file is there, or none if there was
/// none. Permissions of a file that is replaced are kept.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut new = file_beside(path)?;
    if let Ok(metadata) = fs::metadata(path) {
        // Some file systems have no permissions.
        let _ = new.as_file().set_permissions(metadata.permissions());
    }
    let mut out = BufWriter::new(&mut new);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    sync_folder(path);
    Ok(())
}

/// Checks that [`replace`] could write a file here.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.exists() {
        OpenOptions::new().write(true).open(path)?;
    }
    file_beside(path)?.close()
}

/// A temporary file in the same folder, which is removed unless it is persisted.
fn file_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ataxx-");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: the mask of the process applies.
        builder.permissions(fs::Permissions::from_mode(0o666))
    };
    builder.tempfile_in(folder_of(path))
}

/// Makes the renaming durable. The file is whole without it, and not every system can do
/// it, so that a failure is no error.
fn sync_folder(path: &Path) {
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("written");
        assert_eq!(read(&path, 5).expect("small enough"), b"12345");
        assert!(matches!(
            read(&path, 4),
            Err(FileError::TooBig { limit: 4 })
        ));
        assert!(matches!(read(folder.path(), 4), Err(FileError::Folder)));
        let missing = read(&folder.path().join("none"), 4);
        assert!(
            matches!(missing, Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound)
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_neither_read_nor_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        assert!(matches!(read(&path, 4), Err(FileError::NotAFile)));
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        replace(&path, |out| out.write_all(b"old")).expect("written");
        let failed = replace(&path, |out| {
            out.write_all(b"half of it")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("a file"), b"old");
        replace(&path, |out| out.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 1, "nothing is left over");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_as_for_any_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        let [ours, usual] = ["ours", "usual"].map(|name| folder.path().join(name));
        fs::write(&usual, "").expect("written");
        replace(&ours, |_| Ok(())).expect("written");
        assert_eq!(mode(&ours), mode(&usual));
        fs::set_permissions(&ours, fs::Permissions::from_mode(0o640)).expect("its owner");
        replace(&ours, |_| Ok(())).expect("written");
        assert_eq!(mode(&ours), 0o640);
    }
}
