//! Files on disk: read with a limit on their size, replaced as a whole, or added to.

use ataxx_core::diagnostic::text;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
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
        _ => text::io_error(error),
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

/// Whether this open file is the one in this place, and was not renamed or replaced since.
pub fn is_in_place(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |there: fs::Metadata| (there.dev(), there.ino());
        let (open, there) = (file.metadata(), fs::metadata(path));
        open.is_ok_and(|open| there.is_ok_and(|there| identity(open) == identity(there)))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// Opens a file to read it.
///
/// # Errors
///
/// It is a folder or a device, or cannot be opened.
pub fn open(path: &Path) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // To open a pipe would otherwise wait for a writer.
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
    Ok(file)
}

/// Reads a plain file of at most `limit` bytes.
///
/// The file is opened once, and what is opened is what is checked and read: it can neither
/// be exchanged nor grow beyond the limit in between.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
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
/// none. Permissions of a file that is replaced are kept, and so is a link to it. A device or a
/// pipe is written to. What a crash has left of a temporary file is removed when a file is
/// replaced in the same folder a day later.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace_with(path, false, write)
}

/// The same for a file that no other user can read.
pub fn replace_private(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace_with(path, true, write)
}

/// Makes a folder that no other user can enter, or closes one that is there.
pub fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

fn replace_with(
    path: &Path,
    is_private: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = &destination(path);
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        let mut out = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    remove_abandoned(folder_of(path));
    let new = file_beside(path, is_private)?;
    if let Some(metadata) = there.filter(|_| !is_private) {
        // Some file systems have no permissions.
        let _ = new.as_file().set_permissions(metadata.permissions());
    }
    put(new, path, write)?;
    sync_folder(path);
    Ok(())
}

/// The file that a path leads to through links, whether the file exists or not.
pub fn destination(path: &Path) -> PathBuf {
    if let Ok(there) = path.canonicalize() {
        return there;
    }
    match fs::read_link(path) {
        Ok(target) => folder_of(path).join(target),
        Err(_) => path.to_owned(),
    }
}

/// A file that is not yet in its place.
trait NewFile: Write {
    /// Makes its content durable.
    fn sync(&self) -> io::Result<()>;
    /// Gives it its path, in place of a file that is there.
    fn persist(self, path: &Path) -> io::Result<()>;
}

impl NewFile for NamedTempFile {
    fn sync(&self) -> io::Result<()> {
        self.as_file().sync_all()
    }

    fn persist(self, path: &Path) -> io::Result<()> {
        self.persist(path)?;
        Ok(())
    }
}

/// Writes a new file to its end, and only then puts it in its place.
fn put(
    new: impl NewFile,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(new);
    write(&mut out)?;
    let new = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    new.sync()?;
    new.persist(path)
}

/// Adds a piece to the end of a file that is open for appending. After an error the file is as it
/// was before, unless the system refuses that, too: then a part of the piece is at its end.
pub fn append(file: &File, piece: &[u8]) -> io::Result<()> {
    append_to(file, piece)
}

/// A file that only grows, except after an error.
trait GrowingFile: Write {
    fn size(&self) -> io::Result<u64>;
    fn set_size(&self, size: u64) -> io::Result<()>;
}

impl GrowingFile for &File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.set_len(size)
    }
}

fn append_to(mut file: impl GrowingFile, piece: &[u8]) -> io::Result<()> {
    let before = file.size()?;
    file.write_all(piece).inspect_err(|_| {
        // Those who read the file recognize a part of a piece at its end.
        let _ = file.set_size(before);
    })
}

/// Checks that [`replace`] could write a file here.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.exists() {
        OpenOptions::new().write(true).open(path)?;
    }
    file_beside(path, false)?.close()
}

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".ataxx-";
/// A temporary file that was not written to for so long is one of a process that was killed.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes temporary files of processes that were killed. The time, and not a lock, tells them from
/// those that are being written: several machines may share the folder.
fn remove_abandoned(folder: &Path) {
    let is_abandoned = |entry: &fs::DirEntry| {
        let is_ours = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        // Not of what a link leads to.
        let metadata = is_ours.then(|| entry.metadata().ok()).flatten();
        metadata.is_some_and(|metadata| {
            let age = metadata.modified().ok().and_then(|at| at.elapsed().ok());
            metadata.is_file() && age.is_some_and(|age| age > ABANDONED)
        })
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_abandoned(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary file in the same folder, which is removed unless it is persisted.
fn file_beside(path: &Path, is_private: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: the mask of the process applies.
        let mode = if is_private { 0o600 } else { 0o666 };
        builder.permissions(fs::Permissions::from_mode(mode))
    };
    #[cfg(not(unix))]
    let _ = is_private;
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
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::SystemTime;

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

    #[test]
    fn what_a_killed_process_has_left_is_removed_after_a_day() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, hours) in [
            (".ataxx-left", 25),
            (".ataxx-begun", 23),
            (".other", 25),
            ("ataxx-1", 25),
        ] {
            let file = File::create(path(name)).expect("a file");
            let age = Duration::from_secs(hours * 60 * 60);
            let time = SystemTime::now().checked_sub(age).expect("after 1970");
            file.set_modified(time).expect("a time");
        }
        fs::create_dir(path(".ataxx-folder")).expect("a folder");
        replace(&path("file"), |out| out.write_all(b"new")).expect("written");
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        assert_eq!(
            names,
            [".ataxx-begun", ".ataxx-folder", ".other", "ataxx-1", "file"]
        );
    }

    /// A disk on which one operation fails.
    #[derive(Clone)]
    struct Disk {
        /// The number of operations before that one.
        left: Rc<Cell<usize>>,
        /// Whether those after it succeed.
        recovers: bool,
        /// The most bytes that are written at once.
        most: usize,
    }

    impl Disk {
        fn operation(&self) -> io::Result<()> {
            if let Some(left) = self.left.get().checked_sub(1) {
                self.left.set(left);
                return Ok(());
            }
            if self.recovers {
                self.left.set(usize::MAX);
            }
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    /// A file on it.
    struct Faulty<F> {
        file: F,
        disk: Disk,
    }

    impl<F: Write> Write for Faulty<F> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.disk.operation()?;
            self.file.write(&bytes[..bytes.len().min(self.disk.most)])
        }

        fn flush(&mut self) -> io::Result<()> {
            self.disk.operation()?;
            self.file.flush()
        }
    }

    impl NewFile for Faulty<NamedTempFile> {
        fn sync(&self) -> io::Result<()> {
            self.disk.operation()?;
            NewFile::sync(&self.file)
        }

        fn persist(self, path: &Path) -> io::Result<()> {
            self.disk.operation()?;
            NewFile::persist(self.file, path)
        }
    }

    impl GrowingFile for Faulty<&File> {
        fn size(&self) -> io::Result<u64> {
            self.disk.operation()?;
            self.file.size()
        }

        fn set_size(&self, size: u64) -> io::Result<()> {
            self.disk.operation()?;
            self.file.set_size(size)
        }
    }

    /// Disks on which the first operation fails, the second, and so on.
    fn disks(recovers: bool, most: usize) -> impl Iterator<Item = Disk> {
        (0..).map(move |left| Disk {
            left: Rc::new(Cell::new(left)),
            recovers,
            most,
        })
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_renamed_is_not_in_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let file = File::create(&path).expect("made");
        assert!(is_in_place(&file, &path));
        fs::rename(&path, folder.path().join("old")).expect("renamed");
        assert!(!is_in_place(&file, &path));
        File::create(&path).expect("made");
        assert!(!is_in_place(&file, &path));
    }

    #[test]
    fn whatever_operation_fails_the_old_file_or_the_whole_new_one_is_there() {
        let new: Vec<u8> = (0..=250).cycle().take(20_000).collect();
        let mut failures = 0;
        for (old, recovers) in [(None, false), (Some("old"), false), (Some("old"), true)] {
            for disk in disks(recovers, 3000) {
                let folder = tempfile::tempdir().expect("a folder");
                let path = folder.path().join("file");
                if let Some(old) = old {
                    fs::write(&path, old).expect("written");
                }
                let file = file_beside(&path, false).expect("a file");
                let written = put(Faulty { file, disk }, &path, |out| {
                    new.chunks(700).try_for_each(|piece| out.write_all(piece))
                });
                let names = fs::read_dir(folder.path()).expect("a folder").count();
                if written.is_ok() {
                    assert_eq!(fs::read(&path).expect("a file"), new);
                    assert_eq!(names, 1);
                    break;
                }
                failures += 1;
                assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
                assert_eq!(names, usize::from(old.is_some()), "nothing is left over");
            }
        }
        // Each piece of the content, the synchronization and the renaming.
        assert!(failures >= 3 * 9, "{failures}");
    }

    #[test]
    fn a_piece_is_added_as_a_whole_or_a_part_of_it_is_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let piece = b"a piece that is written in several parts\n";
        let mut torn = 0;
        for recovers in [false, true] {
            for disk in disks(recovers, 7) {
                fs::write(&path, "old\n").expect("written");
                let file = OpenOptions::new().append(true).open(&path);
                let file = &file.expect("a file");
                let added = append_to(Faulty { file, disk }, piece);
                let text = fs::read(&path).expect("a file");
                let rest = text.strip_prefix(b"old\n").expect("it stays");
                if added.is_ok() {
                    assert_eq!(rest, piece);
                    break;
                }
                assert!(rest.len() < piece.len() && piece.starts_with(rest));
                assert!(rest.is_empty() || !recovers);
                torn += usize::from(!rest.is_empty());
            }
        }
        assert_eq!(torn, 5);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_a_device_is_written_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, new] = ["file", "link", "new"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("a link");
        replace(&link, |out| out.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"new");
        assert!(link.is_symlink());
        fs::remove_file(&file).expect("it is there");
        replace(&link, |out| out.write_all(b"anew")).expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"anew");
        assert!(link.is_symlink());
        std::os::unix::fs::symlink("/dev/full", &new).expect("a link");
        if new.exists() {
            let full = replace(&new, |out| out.write_all(b"lost"));
            let kind = full.expect_err("it is full").kind();
            assert_eq!(kind, io::ErrorKind::StorageFull);
        }
        replace(Path::new("/dev/null"), |out| out.write_all(b"gone")).expect("written");
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 3, "nothing is left over");
    }

    #[test]
    fn a_reason_has_words() {
        let words = |number| reason(&io::Error::from_raw_os_error(number));
        assert!(!words(5).contains("uncategorized"), "{}", words(5));
        assert_eq!(reason(&io::Error::other("it melts")), "it melts");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(reason(&full), "no storage space");
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

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_for_its_owner_alone_also_where_it_was_not() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let mode = || {
            let metadata = fs::metadata(&path).expect("it is there");
            metadata.permissions().mode() & 0o777
        };
        for _ in 0..2 {
            replace_private(&path, |out| out.write_all(b"new")).expect("written");
            assert_eq!(mode(), 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("it is mine");
        }
    }
}
