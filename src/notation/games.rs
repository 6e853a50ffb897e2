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
    if !Pgn::is_one(text) {
        return text.parse();
    }
    let mut games = Pgn::read_all(text)?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (_, others) => {
            let message = format!("expected one game, found {}", others + 1);
            Err(SyntaxError::new(0..0, message))
        }
    }
}
