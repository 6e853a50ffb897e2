//! The log of a match: its games in a file.

use super::error::FolderError;
use super::played::PlayedGame;
use super::schedule::Results;
use crate::storage;
use ataxx_core::notation::{GameRecord, GameResult, Remark, SyntaxError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The games of a match in a file, each appended when it ends.
///
/// A game is written at once. A process that is killed leaves at most one incomplete game,
/// which is dropped when the file is opened again.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// The number of the last game in the file.
    last: Option<u64>,
    /// Whether the games are in the order of their numbers.
    is_sorted: bool,
    /// Its folder, locked so that no other process plays the match.
    folder: Option<File>,
}

/// A log that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The log.
    pub log: Log,
    /// The games in it.
    pub games: Results,
    /// Whether an incomplete game was dropped from the end.
    pub dropped: bool,
}

/// The separator of games.
const BETWEEN: &str = "\n\n";

impl Log {
    /// Opens the log of a match between players of these names, and makes it if it does not
    /// exist.
    pub fn open(path: &Path, names: &[Remark]) -> Result<Opened, FolderError> {
        let failed = |done, error| FolderError::io(path, done, error);
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| failed("read", error))?,
        };
        let (text, end) = decoded(path, &bytes)?;
        let dropped = !text[end..].trim().is_empty();
        let mut games = Results::new();
        let (order, bad) = read(path, &text[..end], names, &mut games)?;
        // Nothing is added to a damaged log.
        if let Some(error) = bad.into_iter().next() {
            return Err(error);
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| failed("written", error))?;
        let mut log = Self {
            path: path.to_owned(),
            file,
            last: order.last().copied(),
            is_sorted: order.is_sorted(),
            folder: None,
        };
        if dropped {
            log.file
                .set_len(end as u64)
                .map_err(|error| failed("written", error))?;
        }
        if end > 0 && !text[..end].ends_with(BETWEEN) {
            log.write("\n")?;
        }
        Ok(Opened {
            log,
            games,
            dropped,
        })
    }

    /// Keeps the folder open, and so locked, as long as the log.
    pub(super) fn hold(&mut self, folder: Option<File>) {
        self.folder = folder;
    }

    /// Reads the games of a log and adds them to `games`. A game that is there already must be
    /// the same. Returns why some games cannot be read.
    pub fn read(
        path: &Path,
        names: &[Remark],
        games: &mut Results,
    ) -> Result<Vec<FolderError>, FolderError> {
        let bytes = fs::read(path).map_err(|error| FolderError::io(path, "read", error))?;
        let (text, end) = decoded(path, &bytes)?;
        read(path, &text[..end], names, games).map(|(_, bad)| bad)
    }

    /// All games in the file, for players of these names.
    pub fn games(&self, names: &[Remark]) -> Result<Results, FolderError> {
        let mut games = Results::new();
        let bad = Self::read(&self.path, names, &mut games)?;
        bad.into_iter().next().map_or(Ok(games), Err)
    }

    fn write(&mut self, text: &str) -> Result<(), FolderError> {
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| FolderError::io(&self.path, "written", error))
    }

    /// Adds a game.
    pub fn append(&mut self, game: &PlayedGame) -> Result<(), FolderError> {
        self.write(&text_of(game))?;
        self.is_sorted &= self.last.is_none_or(|last| last < game.number);
        self.last = Some(game.number);
        Ok(())
    }

    /// Sorts the games of a finished match by number.
    pub fn sort(self, games: &Results) -> Result<(), FolderError> {
        if self.is_sorted {
            return Ok(());
        }
        write_all(&self.path, games)
    }
}

/// Replaces a file by these games, in the order of their numbers.
pub(super) fn write_all(path: &Path, games: &Results) -> Result<(), FolderError> {
    let mut games = games.values();
    storage::replace(path, |out| {
        games.try_for_each(|game| out.write_all(text_of(game).as_bytes()))
    })
    .map_err(|error| FolderError::io(path, "written", error))
}

fn text_of(game: &PlayedGame) -> String {
    format!("{}{BETWEEN}", game.record)
}

/// The text of a log, and where its complete games end. The last character may be incomplete.
fn decoded(path: &Path, bytes: &[u8]) -> Result<(String, usize), FolderError> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let end = end_of_games(&text);
    match (0..end).find(|&place| text.as_bytes().get(place) != bytes.get(place)) {
        None => Ok((text, end)),
        Some(place) => Err(FolderError::Damaged {
            path: path.to_owned(),
            text,
            error: SyntaxError {
                span: place..place,
                message: "it is not UTF-8 text".to_owned(),
                help: None,
            },
        }),
    }
}

/// Reads games and adds them to `games`. Returns their numbers in the order of the file, and why
/// some cannot be read.
fn read(
    path: &Path,
    text: &str,
    names: &[Remark],
    games: &mut Results,
) -> Result<(Vec<u64>, Vec<FolderError>), FolderError> {
    let (mut order, mut bad) = (Vec::new(), Vec::new());
    for record in GameRecord::read_each(text) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                bad.push(FolderError::Damaged {
                    path: path.to_owned(),
                    text: text.to_owned(),
                    error,
                });
                continue;
            }
        };
        let game = PlayedGame::of(&record, names).map_err(|error| FolderError::OtherGame {
            path: path.to_owned(),
            error,
        })?;
        order.push(game.number);
        if let Some(known) = games.get(&game.number)
            && !known.is_same(&game)
        {
            return Err(FolderError::Twice {
                path: path.to_owned(),
                number: game.number,
            });
        }
        games.insert(game.number, game);
    }
    Ok((order, bad))
}

/// The end of the last complete game: after the last line that is a result and has a line end.
fn end_of_games(text: &str) -> usize {
    let results = [
        GameResult::Win(ataxx_core::board::Color::Red),
        GameResult::Win(ataxx_core::board::Color::Blue),
        GameResult::Draw,
        GameResult::Unfinished,
    ]
    .map(|result| result.to_string());
    let mut end = 0;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        place += line.len();
        let is_result = line.ends_with('\n') && results.iter().any(|word| word == line.trim());
        // Blank lines after it belong to it.
        if is_result || place - line.len() == end && line.trim().is_empty() {
            end = place;
        }
    }
    end
}
