//! The folder of a match: `match.json` describes it, `games.txt` is the log of its games.

use super::played::{NotOfMatch, PlayedGame};
use super::schedule::Results;
use super::setup::Description;
use ataxx_core::diagnostic::{Diagnostic, Source, text};
use ataxx_core::notation::{GameRecord, GameResult, Remark, SyntaxError};
use ataxx_storage as storage;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the folder of a match, or the log of games in it, cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The system refuses.
    #[error("`{}` cannot be {done}: {}", path.display(), storage::reason(error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done with it: `read`, `written`, ….
        done: &'static str,
        error: io::Error,
    },
    /// The description cannot be read.
    #[error("`{}` does not describe a match: {reason}", path.display())]
    NoDescription {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder holds another match.
    #[error("`{}` holds another match: {difference}", path.display())]
    OtherMatch {
        /// The folder.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Another process plays the match.
    #[error("the match in `{}` is being played by another process", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The log does not hold game records.
    #[error("`{}` is damaged: {}", path.display(), error.message)]
    Damaged {
        /// The file.
        path: PathBuf,
        text: String,
        /// What is wrong with the text.
        error: SyntaxError,
    },
    /// The log holds a game of another match.
    #[error("`{}` is not of this match: {error}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What is wrong with the game.
        error: NotOfMatch,
    },
    /// The log holds two different games of one number.
    #[error("`{}` has another game {} than there was before", path.display(), number + 1)]
    Twice {
        /// The file.
        path: PathBuf,
        /// The number of the game, counted from 0.
        number: u64,
    },
}

impl FolderError {
    pub(super) fn io(path: &Path, done: &'static str, error: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            done,
            error,
        }
    }
}

impl From<FolderError> for Diagnostic {
    fn from(error: FolderError) -> Self {
        let diagnostic = Self::error("match", error.to_string());
        match error {
            FolderError::Damaged {
                path,
                text: content,
                error,
            } => diagnostic
                .at(error.span)
                .with_help(error.help)
                .with_source(Source {
                    name: Some(text::visible(&path.to_string_lossy()).into_owned()),
                    first_line: 1,
                    text: content,
                }),
            _ => diagnostic,
        }
    }
}

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
    pub log: Log,
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
        storage::append(&self.file, text.as_bytes())
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
            // Some systems refuse only here what there is no room for.
            let synced = self.file.sync_data();
            return synced.map_err(|error| FolderError::io(&self.path, "written", error));
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

/// The file with the description.
const DESCRIPTION: &str = "match.json";
/// The file with the games.
const GAMES: &str = "games.txt";

/// Opens the log in the folder of this match, and makes the folder if it does not exist. The match
/// in it may have fewer games, if all games of the format are known from the beginning. Another
/// match without any games is replaced.
pub fn open_folder(path: &Path, description: &Description) -> Result<Opened, FolderError> {
    fs::create_dir_all(path).map_err(|error| FolderError::io(path, "made", error))?;
    let folder = locked(path)?;
    let file = path.join(DESCRIPTION);
    let games = path.join(GAMES);
    let has_games = match fs::metadata(&games) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        there => {
            there
                .map_err(|error| FolderError::io(&games, "read", error))?
                .len()
                > 0
        }
    };
    match read_description(&file)? {
        None => write_description(&file, description)?,
        Some(known) if known == *description => {}
        // Nothing is lost: it ended before the first game did.
        Some(_) if !has_games => write_description(&file, description)?,
        Some(known) => {
            let grown = Description {
                games: description.games,
                ..known.clone()
            };
            if grown != *description || known.games > description.games {
                let difference = description.difference(&known).unwrap_or_default();
                let path = path.to_owned();
                return Err(FolderError::OtherMatch { path, difference });
            }
            write_description(&file, description)?;
        }
    }
    let mut opened = Log::open(&games, &description.names())?;
    opened.log.folder = folder;
    Ok(opened)
}

/// Opens the folder and locks it. `None` where a folder cannot be opened like a file.
fn locked(path: &Path) -> Result<Option<File>, FolderError> {
    let Ok(folder) = File::open(path) else {
        return Ok(None);
    };
    if storage::lock(&folder) {
        Ok(Some(folder))
    } else {
        Err(FolderError::InUse {
            path: path.to_owned(),
        })
    }
}

/// The parts of a match together.
#[derive(Debug)]
pub struct Merged {
    /// The whole match.
    pub description: Description,
    /// Whether the parts are shards.
    pub is_split: bool,
    /// The games of all parts.
    pub games: Results,
    /// Why some games cannot be read.
    pub bad: Vec<FolderError>,
}

/// Reads the parts of a match and combines them.
pub fn merge(folders: &[PathBuf]) -> Result<Merged, FolderError> {
    let mut merged: Option<Merged> = None;
    for folder in folders {
        let file = folder.join(DESCRIPTION);
        let description = read_description(&file)?.ok_or_else(|| {
            let error = io::ErrorKind::NotFound.into();
            FolderError::io(&file, "read", error)
        })?;
        let whole = description.whole();
        if whole.plan().is_none() {
            return Err(FolderError::NoDescription {
                path: file,
                reason: "there is no such tournament".to_owned(),
            });
        }
        let names = whole.names();
        let merged = merged.get_or_insert_with(|| Merged {
            description: whole.clone(),
            is_split: false,
            games: Results::new(),
            bad: Vec::new(),
        });
        if let Some(difference) = merged.description.difference(&whole) {
            let path = folder.clone();
            return Err(FolderError::OtherMatch { path, difference });
        }
        merged.is_split |= description.shard.is_some();
        let bad = Log::read(&folder.join(GAMES), &names, &mut merged.games)?;
        merged.bad.extend(bad);
    }
    merged.ok_or_else(|| FolderError::NoDescription {
        path: PathBuf::new(),
        reason: "there is no folder".to_owned(),
    })
}

/// Writes a match and its games into a folder, beside the games that are there.
pub fn write_merged(
    path: &Path,
    description: &Description,
    games: &Results,
) -> Result<(), FolderError> {
    // Its log holds the lock.
    let mut whole = open_folder(path, description)?;
    for (&number, game) in games {
        let known = whole.games.insert(number, game.clone());
        if known.is_some_and(|known| !known.is_same(game)) {
            let path = path.join(GAMES);
            return Err(FolderError::Twice { path, number });
        }
    }
    write_all(&path.join(GAMES), &whole.games)
}

fn read_description(file: &Path) -> Result<Option<Description>, FolderError> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| FolderError::io(file, "read", error))?,
    };
    match serde_json::from_str(&text) {
        Ok(description) => Ok(Some(description)),
        Err(error) => Err(FolderError::NoDescription {
            path: file.to_owned(),
            reason: error.to_string(),
        }),
    }
}

fn write_description(file: &Path, description: &Description) -> Result<(), FolderError> {
    storage::replace(file, |out| {
        serde_json::to_writer_pretty(&mut *out, description)?;
        writeln!(out)
    })
    .map_err(|error| FolderError::io(file, "written", error))
}
