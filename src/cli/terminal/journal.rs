//! The game of the session, kept in the platform's folder for state until the session ends: after
//! a crash the next session offers it.

use crate::cli::result_file::state_folder;
use crate::session::Session;
use crate::storage;
use ataxx_core::notation::GameRecord;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The journal of this session: the record of its game, as soon as a move was made.
pub struct Journal {
    /// The file; `None` where there can be none.
    file: Option<PathBuf>,
    /// Its text.
    kept: Option<String>,
}

impl Journal {
    /// Begins a journal. The file of a session that was cut off comes with it, once.
    pub fn begin() -> (Self, Option<PathBuf>) {
        let folder = state_folder().map(|folder| folder.join("games"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        let cut_off = folder.as_deref().and_then(cut_off);
        let file = folder.map(|folder| folder.join(format!("{}.game", std::process::id())));
        (Self { file, kept: None }, cut_off)
    }

    /// Keeps the game of a session. Errors are ignored: a session goes on without its journal.
    pub fn keep(&mut self, session: &Session) {
        let Some(file) = &self.file else { return };
        let game = session.game();
        let is_worth_it = game.last_move().is_some() && game.outcome().is_none();
        let record = GameRecord::new(*game.rules(), game).ok();
        let text = record
            .filter(|_| is_worth_it)
            .map(|record| format!("{record}\n"));
        if text == self.kept {
            return;
        }
        let _ = match &text {
            Some(text) => storage::replace(file, |out| out.write_all(text.as_bytes())),
            None => fs::remove_file(file),
        };
        self.kept = text;
    }

    /// Removes the journal: the session ends as it should.
    pub fn end(self) {
        if let (Some(file), Some(_)) = (self.file, self.kept) {
            let _ = fs::remove_file(file);
        }
    }
}

/// The newest game of a session that was cut off. All are moved to where no later session offers
/// them again.
fn cut_off(folder: &Path) -> Option<PathBuf> {
    let mut games: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| process(path).is_some_and(|process| !is_alive(process)))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    games.sort();
    let keep = |(_, game): (SystemTime, PathBuf)| {
        let recovered = folder.join(format!("recovered-{}", game.file_name()?.to_str()?));
        fs::rename(game, &recovered).ok().map(|()| recovered)
    };
    games.into_iter().filter_map(keep).reduce(|_, newer| newer)
}

/// The process whose journal a file is.
fn process(path: &Path) -> Option<i32> {
    if path.extension()? != "game" {
        return None;
    }
    path.file_stem()?.to_str()?.parse().ok()
}

/// Whether a process runs; one with the number of this process is not it.
#[cfg(unix)]
fn is_alive(process: i32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    let ours = i32::try_from(std::process::id()).is_ok_and(|ours| ours == process);
    process > 0 && !ours && kill(Pid::from_raw(process), None) != Err(Errno::ESRCH)
}

/// Whether a process runs, which cannot be known: a journal of today may be in use.
#[cfg(not(unix))]
fn is_alive(_: i32) -> bool {
    true
}
