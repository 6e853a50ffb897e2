//! Recognizes the notation of whole games.

use super::pgn::Pgn;
use super::record::GameRecord;
use crate::diagnostic::SyntaxError;

/// Reads each game of a text, or finds out why it cannot be read: game records, or a game file of
/// cuteataxx.
#[must_use]
pub fn read_games(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
    if Pgn::is_one(text) {
        Pgn::read_each(text)
    } else {
        GameRecord::read_each(text)
    }
}

/// Reads the only game of a text: a game record, or a game file of cuteataxx.
///
/// # Errors
///
/// When it cannot be read, or there are several.
pub fn read_game(text: &str) -> Result<GameRecord, SyntaxError> {
    // A text without a move is a record.
    if !Pgn::is_one(text)
        && let Ok(game) = text.parse()
    {
        return Ok(game);
    }
    let mut games = read_games(text);
    let several = format!("expected one game, found {}", games.len());
    let is_alone = games.len() == 1;
    if let Some(bad) = games.iter().position(Result::is_err) {
        return games.swap_remove(bad).map_err(|error| SyntaxError {
            help: error.help.or((!is_alone).then_some(several)),
            ..error
        });
    }
    match games.pop() {
        Some(game) if is_alone => game,
        _ => Err(SyntaxError::new(0..0, several)),
    }
}
