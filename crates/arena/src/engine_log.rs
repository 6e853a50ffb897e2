//! The log of the lines exchanged with the programs of a match.

use super::store::FolderError;
use ataxx_core::diagnostic::text::{shortened, visible_with_tabs};
use ataxx_core::notation::Remark;
use ataxx_opponents::{Monitor, Stream};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The log of the lines exchanged with the programs of a match:
///
/// ```text
///    12.345 game 3 theirs > go movetime 100
///    12.347 game 3 theirs < info depth 1 score cp 20
///    12.447 game 3 theirs ! a line of its stderr
/// ```
///
/// It goes to files, to a function, to all of them or nowhere.
pub struct EngineLog {
    begun: Instant,
    files: Vec<Mutex<LogFile>>,
    echo: Option<Echo>,
}

/// Receives each line of a log, with its line end.
type Echo = Box<dyn Fn(&str) + Send + Sync>;

/// A file. When it is full, it is renamed to take the place of an older one.
struct LogFile {
    path: PathBuf,
    file: File,
    size: u64,
    /// The limit on its size, in bytes.
    most: u64,
    /// The first error, after which nothing is written.
    error: Option<FolderError>,
}

/// The file in the folder of a match.
const NAME: &str = "engines.log";
/// What was written before it.
const OLD_NAME: &str = "engines.old.log";
/// The limit on the size of each of the two files.
const MAX_BYTES: u64 = 32 << 20;

impl Default for EngineLog {
    /// A log that goes nowhere.
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            files: Vec::new(),
            echo: None,
        }
    }
}

impl EngineLog {
    /// The same log, which goes to a file of bounded size in this folder, too. What is in the
    /// file stays.
    pub fn in_folder(self, folder: &Path) -> Result<Self, FolderError> {
        self.in_limited(folder.join(NAME), MAX_BYTES)
    }

    /// The same log, which goes to this file, too, without a limit. What is in the file stays.
    pub fn in_file(self, path: &Path) -> Result<Self, FolderError> {
        self.in_limited(path.to_owned(), u64::MAX)
    }

    fn in_limited(mut self, path: PathBuf, most: u64) -> Result<Self, FolderError> {
        self.files.push(Mutex::new(LogFile::open(path, most)?));
        Ok(self)
    }

    /// The same log, which passes each line, with its line end, to a function, too.
    pub fn with_echo(self, echo: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            echo: Some(Box::new(echo)),
            ..self
        }
    }

    /// Whether the files could be written.
    pub fn check(&self) -> Result<(), FolderError> {
        let error = self.files.iter().find_map(|file| lock(file).error.take());
        error.map_or(Ok(()), Err)
    }

    fn write(&self, line: &str) {
        if let Some(echo) = &self.echo {
            echo(line);
        }
        for file in &self.files {
            lock(file).write(line);
        }
    }
}

fn lock(file: &Mutex<LogFile>) -> MutexGuard<'_, LogFile> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LogFile {
    fn open(path: PathBuf, most: u64) -> Result<Self, FolderError> {
        let failed = |error| FolderError::io(&path, "written", error);
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(&path);
        let file = file.map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        let mut log = Self {
            file,
            size,
            most,
            error: None,
            path,
        };
        if size > 0 {
            // The last line may be incomplete, and times begin anew.
            log.write("\n");
        }
        Ok(log)
    }

    fn write(&mut self, line: &str) {
        if self.error.is_some() {
            return;
        }
        let written = self
            .make_room(line.len() as u64)
            .and_then(|()| self.file.write_all(line.as_bytes()));
        match written {
            Ok(()) => self.size += line.len() as u64,
            Err(error) => self.error = Some(FolderError::io(&self.path, "written", error)),
        }
    }

    /// Begins a new file if the line does not fit.
    fn make_room(&mut self, line: u64) -> std::io::Result<()> {
        if self.size == 0 || self.size.saturating_add(line) <= self.most {
            return Ok(());
        }
        fs::rename(&self.path, self.path.with_file_name(OLD_NAME))?;
        self.file = File::create(&self.path)?;
        self.size = 0;
        Ok(())
    }
}

/// Records the lines of one player, for the log and for messages.
pub(super) struct PlayerLog<'a> {
    log: &'a EngineLog,
    name: &'a Remark,
    /// The number of the game, counted from 0; `None` before the first one.
    game: Cell<Option<u64>>,
    /// The last lines.
    last: RefCell<VecDeque<String>>,
}

impl<'a> PlayerLog<'a> {
    pub fn new(log: &'a EngineLog, name: &'a Remark) -> Rc<Self> {
        Rc::new(Self {
            log,
            name,
            game: Cell::new(None),
            last: RefCell::default(),
        })
    }

    /// What notes the lines.
    pub fn monitor(self: &Rc<Self>) -> Monitor<'a> {
        let log = Rc::clone(self);
        Rc::new(move |stream, line| log.note(stream, line))
    }

    /// Says which game the next lines belong to.
    pub fn begin(&self, game: u64) {
        self.game.set(Some(game));
        self.last.borrow_mut().clear();
    }

    /// The last lines of the game.
    pub fn last_lines(&self) -> Vec<String> {
        self.last.borrow().iter().cloned().collect()
    }

    fn note(&self, stream: Stream, line: &str) {
        /// The number of lines for a message.
        const LAST: usize = 8;
        /// The longest of them.
        const SHOWN: usize = 120;
        let at = self.log.begun.elapsed().as_secs_f64();
        let line = visible_with_tabs(line);
        let sign = stream.sign();
        let mut last = self.last.borrow_mut();
        if last.len() == LAST {
            last.pop_front();
        }
        last.push_back(format!("{at:9.3} {sign} {}", shortened(&line, SHOWN)));
        let name = self.name;
        let game = match self.game.get() {
            Some(number) => format!("game {}", number + 1),
            None => "start".to_owned(),
        };
        self.log
            .write(&format!("{at:9.3} {game} {name} {sign} {line}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    /// The lines of a log without the times.
    fn lines(folder: &Path, name: &str) -> Vec<String> {
        let text = fs::read_to_string(folder.join(name)).expect(name);
        let line = |line: &str| line.split_at_checked(10).unwrap_or_default().1.to_owned();
        text.lines().map(line).collect()
    }

    #[test]
    fn each_line_with_its_game_and_its_player() {
        let folder = folder();
        let name = Remark::new("theirs").expect("a name");
        for _ in 0..2 {
            let log = EngineLog::default();
            let log = log.in_folder(folder.path()).expect("a log");
            let player = PlayerLog::new(&log, &name);
            let monitor = player.monitor();
            monitor(Stream::Sent, "uai");
            player.begin(2);
            monitor(Stream::Received, "readyok\u{1b}[1m");
            monitor(Stream::Error, "oh");
            log.check().expect("written");
            assert_eq!(player.last_lines().len(), 2);
        }
        let once = [
            "start theirs > uai",
            "game 3 theirs < readyok�[1m",
            "game 3 theirs ! oh",
        ];
        let twice = [&once[..], &[""], &once].concat();
        assert_eq!(lines(folder.path(), NAME), twice);
    }

    #[test]
    fn a_full_file_takes_the_place_of_the_old_one() {
        let folder = folder();
        let mut file = LogFile::open(folder.path().join(NAME), 10).expect("a file");
        for line in [
            "1234\n",
            "567\n",
            "89\n",
            "a line that is too long\n",
            "b\n",
        ] {
            file.write(line);
        }
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(file.error.is_none());
        assert_eq!(read(OLD_NAME), "a line that is too long\n");
        assert_eq!(read(NAME), "b\n");
    }

    #[test]
    fn write_errors_are_reported_once() {
        let folder = folder();
        let log = EngineLog::default();
        let log = log.in_folder(folder.path()).expect("a log");
        let name = Remark::new("it").expect("a name");
        for file in &log.files {
            let mut file = lock(file);
            file.most = 0;
            file.size = 1;
            file.path = folder.path().join("nowhere").join(NAME);
        }
        PlayerLog::new(&log, &name).monitor()(Stream::Sent, "uai");
        assert!(log.check().is_err());
        assert!(log.check().is_ok());
    }
}
