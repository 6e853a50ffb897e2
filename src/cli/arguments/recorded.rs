//! `--game` and `--number`.

use super::position::source;
use crate::cli::input;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::notation::{GameRecord, SyntaxError};
use std::num::NonZeroU64;
use std::path::PathBuf;

/// A game record in a file, instead of a position.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct RecordedGame {
    /// Read a game record from a file; `-` is standard input.
    #[arg(
        id = "game",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = ["position", "surplus", "moves", "rules", "batch"],
    )]
    pub file: Option<PathBuf>,
    /// Which game of a file with several: the number in its `game:` field.
    #[arg(long, value_name = "N", requires = "game")]
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
        let (name, text) = input::text_of(file)?;
        choose(&text, self.number)
            .map(Some)
            .map_err(|error| match error {
                NotChosen::Syntax(error) => {
                    Diagnostic::from(error).with_source(source(&name, text))
                }
                NotChosen::Several(count) => {
                    let message = format!("there are {count} games in `{name}`");
                    let help = "`--number N` says which".to_owned();
                    Diagnostic::error("game", message).with_help(Some(help))
                }
                NotChosen::Missing(number) => {
                    let message = format!("there is no game {number} in `{name}`");
                    Diagnostic::error("game", message)
                }
            })
    }
}

/// Why no record was chosen.
#[derive(Debug, PartialEq, Eq)]
enum NotChosen {
    Syntax(SyntaxError),
    Several(usize),
    Missing(NonZeroU64),
}

fn choose(text: &str, number: Option<NonZeroU64>) -> Result<GameRecord, NotChosen> {
    let Some(number) = number else {
        return text
            .parse()
            .map_err(|error| match GameRecord::read_all(text) {
                Ok(records) if records.len() > 1 => NotChosen::Several(records.len()),
                _ => NotChosen::Syntax(error),
            });
    };
    let records = GameRecord::read_all(text).map_err(NotChosen::Syntax)?;
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
        .ok_or(NotChosen::Missing(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several() {
        let number = NonZeroU64::new;
        let plies = |text: &str, wanted: u64| {
            let record = choose(text, number(wanted)).map(|record| record.game().moves().len());
            record.map_err(|error| format!("{error:?}"))
        };
        let numbered = "game: 7\n*\ngame: 3\na7-b7 *\n";
        assert_eq!(plies(numbered, 7), Ok(0));
        assert_eq!(plies(numbered, 3), Ok(1));
        assert_eq!(plies(numbered, 1), Err("Missing(1)".to_owned()));
        let plain = "a7-b7 * * a7-a6 a1-a2 *";
        assert_eq!(
            [1, 2, 3].map(|wanted| plies(plain, wanted)),
            [Ok(1), Ok(0), Ok(2)]
        );
        assert_eq!(plies(plain, 4), Err("Missing(4)".to_owned()));
        assert_eq!(choose(plain, None), Err(NotChosen::Several(3)));
        assert!(choose("a7-b7", None).is_ok());
        assert!(choose("", None).is_ok());
        assert!(matches!(choose("a7-b8", None), Err(NotChosen::Syntax(_))));
    }
}
