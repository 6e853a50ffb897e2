//! Recognizes the notation of whole games.

use super::pgn::Pgn;
use super::record::GameRecord;
use crate::diagnostic::SyntaxError;

/// Reads all games of a text: game records, or a game file of cuteataxx.
///
/// # Errors
///
/// When one cannot be read.
pub fn read_games(text: &str) -> Result<Vec<GameRecord>, SyntaxError> {
    if Pgn::is_one(text) {
        Pgn::read_all(text)
    } else {
        GameRecord::read_all(text)
    }
}

/// Reads the only game of a text: a game record, or a game file of cuteataxx.
///
/// # Errors
///
/// When it cannot be read, or there are several.
pub fn read_game(text: &str) -> Result<GameRecord, SyntaxError> {
    let mut games = if Pgn::is_one(text) {
        Pgn::read_all(text)?
    } else {
        match text.parse() {
            Ok(game) => return Ok(game),
            // That there are several says more than where the second one begins.
            Err(error) => GameRecord::read_all(text).map_err(|_| error)?,
        }
    };
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (_, others) => {
            let message = format!("expected one game, found {}", others + 1);
            Err(SyntaxError::new(0..0, message))
        }
    }
}
