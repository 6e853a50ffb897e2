//! The folder of a match: `match.json` describes it, `games.txt` holds the games.

use super::description::Description;
use super::error::FolderError;
use super::log::{Log, Opened, write_all};
use super::schedule::Results;
use crate::storage;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The file with the description.
const DESCRIPTION: &str = "match.json";
/// The file with the games.
const GAMES: &str = "games.txt";

/// Opens the log in the folder of this match, and makes the folder if it does not exist. The match in it may
/// have fewer games, if all games of the format are known from the beginning. Another match
/// without any games is replaced.
pub fn open_folder(path: &Path, description: &Description) -> Result<Opened, FolderError> {
    fs::create_dir_all(path).map_err(|error| FolderError::io(path, "made", error))?;
    let folder = locked(path)?;
    let file = path.join(DESCRIPTION);
    let has_games = fs::metadata(path.join(GAMES)).is_ok_and(|games| games.len() > 0);
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
            let is_fixed = known.plan().is_some_and(|plan| plan.format.is_fixed());
            if !(is_fixed && grown == *description && known.games < description.games) {
                let difference = description.difference(&known).unwrap_or_default();
                let path = path.to_owned();
                return Err(FolderError::OtherMatch { path, difference });
            }
            write_description(&file, description)?;
        }
    }
    let mut opened = Log::open(&path.join(GAMES), &description.names())?;
    opened.log.hold(folder);
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
            games: Results::new(),
            bad: Vec::new(),
        });
        if let Some(difference) = merged.description.difference(&whole) {
            let path = folder.clone();
            return Err(FolderError::OtherMatch { path, difference });
        }
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
