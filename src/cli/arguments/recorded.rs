//! `--game` and `--number`.

use crate::cli::exit::Exit;
use crate::cli::input::{self, source};
use crate::cli::output;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{GameRecord, read_game, read_games};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// The other options that give a position. An option that needs `--game`
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
    /// Number of the game in a file with several, as in its `game:` field.
    #[arg(long, value_name = "N", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    number: Option<NonZeroU64>,
}

/// What was read of a file of games.
#[derive(Debug)]
pub struct ReadGames<T> {
    /// The games, or one of them.
    pub games: T,
    /// [`Exit::Failed`] if there are others that cannot be read, which was reported.
    pub exit: Exit,
}

impl RecordedGame {
    /// Reads the record in the file, or the one of the given number in a file with several:
    /// the number in its `game:` field, or its place where no record has such a field.
    /// `None` when no file was given.
    pub fn read(&self) -> Result<Option<ReadGames<GameRecord>>, Diagnostic> {
        let Some(file) = &self.file else {
            return Ok(None);
        };
        let (name, text) = text_of(file)?;
        choose(&name, &text, self.number).map(Some)
    }

    /// Reads all records in the file. `None` when no file was given, or a number.
    pub fn read_all(&self) -> Result<Option<ReadGames<Vec<GameRecord>>>, Diagnostic> {
        let Some(file) = self.file.as_ref().filter(|_| self.number.is_none()) else {
            return Ok(None);
        };
        records_in(file).map(Some)
    }
}

/// Reads all records in a file.
pub fn records_in(file: &Path) -> Result<ReadGames<Vec<GameRecord>>, Diagnostic> {
    let (name, text) = text_of(file)?;
    let mut games = GamesOfFile::read(&name, &text);
    if games.readable.is_empty()
        && let Some((_, error)) = games.errors.pop()
    {
        games.report();
        return Err(error);
    }
    let exit = games.report();
    let records = games.readable.into_iter().map(|(_, record)| record);
    let games = records.collect();
    Ok(ReadGames { games, exit })
}

/// The games of a file by their places, which count from 1.
#[derive(Debug)]
pub struct GamesOfFile {
    /// Those that can be read.
    pub readable: Vec<(u64, GameRecord)>,
    /// Why the others cannot.
    pub errors: Vec<(u64, Diagnostic)>,
}

impl GamesOfFile {
    /// Reads the games of a text; `name` is for messages.
    pub fn read(name: &str, text: &str) -> Self {
        let (mut readable, mut errors) = (Vec::new(), Vec::new());
        let games = read_games(text);
        let count = games.len();
        for (place, game) in (1..).zip(games) {
            match game {
                Ok(record) => readable.push((place, record)),
                Err(error) => {
                    let mut error = Diagnostic::from(error);
                    if count > 1 {
                        error.message = format!("game {place} of {count}: {}", error.message);
                    }
                    errors.push((place, error.with_source(source(name, text))));
                }
            }
        }
        Self { readable, errors }
    }

    /// Reports the errors. Returns the exit status for a command that continues with other games.
    pub fn report(&self) -> Exit {
        for (_, error) in &self.errors {
            output::report(error);
        }
        Exit::good_if(self.errors.is_empty())
    }

    /// The place of the game with this number, or of the only one that can be read.
    fn place(&self, number: Option<NonZeroU64>) -> Option<u64> {
        let Some(number) = number.map(NonZeroU64::get) else {
            return match &self.readable[..] {
                [(place, _)] => Some(*place),
                [] if self.errors.len() == 1 => Some(1),
                _ => None,
            };
        };
        let number_of = |record: &GameRecord| record.particulars().game;
        let mut games = self.readable.iter();
        if games.all(|(_, record)| number_of(record).is_none()) {
            return Some(number);
        }
        let mut games = self.readable.iter();
        let numbered = games.find(|(_, record)| number_of(record) == Some(number));
        numbered.map(|&(place, _)| place)
    }
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

fn choose(
    name: &str,
    text: &str,
    number: Option<NonZeroU64>,
) -> Result<ReadGames<GameRecord>, Diagnostic> {
    if number.is_none()
        && let Ok(games) = read_game(text)
    {
        let exit = Exit::Good;
        return Ok(ReadGames { games, exit });
    }
    let mut games = GamesOfFile::read(name, text);
    let count = games.readable.len() + games.errors.len();
    let place = games.place(number);
    let is_there = |at: u64| Some(at) == place;
    if let Some(index) = games.readable.iter().position(|(at, _)| is_there(*at)) {
        let exit = games.report();
        let (_, games) = games.readable.swap_remove(index);
        return Ok(ReadGames { games, exit });
    }
    let bad = games.errors.iter().position(|(at, _)| is_there(*at));
    let error = match (bad, number) {
        (Some(index), _) => games.errors.remove(index).1,
        (None, Some(number)) => {
            let readable = if games.errors.is_empty() {
                ""
            } else {
                "readable "
            };
            let message = format!("there is no {readable}game {number} in `{name}`");
            Diagnostic::error("game", message)
        }
        (None, None) => Diagnostic::error("game", format!("there are {count} games in `{name}`"))
            .with_help(["`--number N` says which".to_owned()]),
    };
    games.report();
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several() {
        let read = |text: &str, wanted: Option<u64>| {
            let read = choose("file", text, wanted.and_then(NonZeroU64::new));
            read.map(|read| read.games).map_err(|error| error.message)
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

    #[test]
    fn a_bad_game_does_not_hide_the_others() {
        let read = |text: &str, wanted: Option<u64>| match choose(
            "file",
            text,
            wanted.and_then(NonZeroU64::new),
        ) {
            Ok(read) => format!("{} plies, {:?}", read.games.game().moves().len(), read.exit),
            Err(error) => {
                let line = error.place().map_or(0, |place| place.line);
                format!("line {line}: {}", error.message)
            }
        };
        let torn = "[Black \"one\"]\n1. b7 *\n\n[Black \"two\"]\n1. b7 a1a\n\n[Black \"three\"]\n1. b7 f7 *\n";
        let record = "a7-b7 *\na7-b8 *\na7-a6 a1-a2 *\n";
        for text in [torn, record] {
            assert_eq!(read(text, Some(1)), "1 plies, Failed");
            assert_eq!(read(text, Some(3)), "2 plies, Failed");
            assert!(read(text, Some(2)).contains(": game 2 of 3: `"), "{text}");
            assert_eq!(
                read(text, Some(4)),
                "line 0: there is no readable game 4 in `file`"
            );
            assert_eq!(read(text, None), "line 0: there are 3 games in `file`");
        }
        assert_eq!(read("a7-b7 *\na7-b8 *", None), "1 plies, Failed");
        let numbered = "game: 7\na7-b7 *\ngame: 8\na7-b8 *\ngame: 9\n*\n";
        assert_eq!(read(numbered, Some(7)), "1 plies, Failed");
        assert_eq!(read(numbered, Some(9)), "0 plies, Failed");
        assert_eq!(
            read(numbered, Some(2)),
            "line 0: there is no readable game 2 in `file`"
        );
    }
}
