//! `--game` and `--number`.

use super::position::source;
use crate::cli::input;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::notation::{GameRecord, read_game, read_games};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// What says where a position comes from, if it is not `--game`. An option that needs `--game`
/// conflicts with these, too: with one of them clap does not ask for `--game`.
pub const INSTEAD_OF_GAME: [&str; 5] = ["position", "surplus", "moves", "rules", "batch"];

/// A game record in a file, instead of a position.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct RecordedGame {
    /// Read a game record, or a game of cuteataxx, from a file; `-` is standard input.
    #[arg(
        id = "game",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = INSTEAD_OF_GAME,
    )]
    pub file: Option<PathBuf>,
    /// Which game of a file with several: the number in its `game:` field.
    #[arg(long, value_name = "N", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    number: Option<NonZeroU64>,
}

impl RecordedGame {
    /// Reads the record in the file, or the one of the given number in a file with several:
    /// the number in its `game:` field, or its place where no record has such a field.
    /// `None` when no file was given.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, holds something else, or no such game.
    pub fn read(&self) -> Result<Option<GameRecord>, Diagnostic> {
        let Some(file) = &self.file else {
            return Ok(None);
        };
        let (name, text) = text_of(file)?;
        choose(&name, &text, self.number).map(Some)
    }

    /// Reads all records in the file. `None` when no file was given, or a number.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or holds something else.
    pub fn read_all(&self) -> Result<Option<Vec<GameRecord>>, Diagnostic> {
        let Some(file) = self.file.as_ref().filter(|_| self.number.is_none()) else {
            return Ok(None);
        };
        records_in(file).map(Some)
    }
}

/// Reads all records in a file.
///
/// # Errors
///
/// When the file cannot be read or holds something else.
pub fn records_in(file: &Path) -> Result<Vec<GameRecord>, Diagnostic> {
    let (name, text) = text_of(file)?;
    read_games(&text).map_err(|error| Diagnostic::from(error).with_source(source(&name, text)))
}

/// Reads a text that is to hold games. One without any is not taken for a game without moves.
fn text_of(file: &Path) -> Result<(String, String), Diagnostic> {
    let (name, text) = input::text_of(file)?;
    let is_blank = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
    if text.lines().all(is_blank) {
        let message = format!("there is no game in `{name}`");
        return Err(Diagnostic::error("game", message));
    }
    Ok((name, text))
}

fn choose(name: &str, text: &str, number: Option<NonZeroU64>) -> Result<GameRecord, Diagnostic> {
    let syntax = |error| Diagnostic::from(error).with_source(source(name, text.to_owned()));
    let Some(number) = number else {
        return read_game(text).map_err(|error| match read_games(text) {
            Ok(records) if records.len() > 1 => {
                let message = format!("there are {} games in `{name}`", records.len());
                let help = "`--number N` says which".to_owned();
                Diagnostic::error("game", message).with_help([help])
            }
            _ => syntax(error),
        });
    };
    let records = read_games(text).map_err(syntax)?;
    let are_numbered = records
        .iter()
        .any(|record| record.particulars().game.is_some());
    records
        .into_iter()
        .zip(1..)
        .find(|(record, place)| match record.particulars().game {
            Some(game) => game == number.get(),
            None => !are_numbered && *place == number.get(),
        })
        .map(|(record, _)| record)
        .ok_or_else(|| Diagnostic::error("game", format!("there is no game {number} in `{name}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several() {
        let read = |text: &str, wanted: Option<u64>| {
            let record = choose("file", text, wanted.and_then(NonZeroU64::new));
            record.map_err(|error| error.message)
        };
        let plies = |text: &str, wanted: u64| {
            read(text, Some(wanted)).map(|record| record.game().moves().len())
        };
        let missing = |number| Err(format!("there is no game {number} in `file`"));
        let numbered = "game: 7\n*\ngame: 3\na7-b7 *\n";
        assert_eq!(plies(numbered, 7), Ok(0));
        assert_eq!(plies(numbered, 3), Ok(1));
        assert_eq!(plies(numbered, 1), missing(1));
        let plain = "a7-b7 * * a7-a6 a1-a2 *";
        assert_eq!(
            [1, 2, 3].map(|wanted| plies(plain, wanted)),
            [Ok(1), Ok(0), Ok(2)]
        );
        assert_eq!(plies(plain, 4), missing(4));
        let several = read(plain, None).expect_err("three games");
        assert_eq!(several, "there are 3 games in `file`");
        let cuteataxx = "[Black \"one\"]\n1. b7 *\n[Black \"two\"]\n1. b7 f7 *";
        assert_eq!(plies(cuteataxx, 2), Ok(2));
        let several = read(cuteataxx, None).expect_err("two games");
        assert_eq!(several, "there are 2 games in `file`");
        assert!(read("a7-b7", None).is_ok());
        assert!(read("", None).is_ok());
        let wrong = read("a7-b8", None).expect_err("no square");
        assert!(wrong.contains("b8"), "{wrong}");
    }
}
