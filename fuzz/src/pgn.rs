//! Game files in the form of PGN.

use crate::errors::check_syntax_error;
use ataxx_core::notation::{GameRecord, Pgn};

/// Reads a text as game files: each game that is read is written and read again as the same,
/// also in one file with all others and as a record; errors blame a part of the text.
///
/// # Panics
///
/// When something does not hold.
pub fn check(text: &str) {
    let _ = Pgn::is_pgn(text);
    let games = Pgn::read_each(text);
    let all: Result<Vec<GameRecord>, _> = games.iter().cloned().collect();
    assert_eq!(Pgn::read_all(text), all);
    let mut records = Vec::new();
    for game in games {
        match game {
            Ok(record) => records.push(record),
            Err(error) => check_syntax_error(text, &error),
        }
    }
    let mut file = String::new();
    for record in &records {
        let written = Pgn(record).to_string();
        assert!(Pgn::is_pgn(&written));
        assert_eq!(Pgn::read_all(&written).as_ref(), Ok(&vec![record.clone()]));
        assert_eq!(record.to_string().parse().as_ref(), Ok(record));
        file.push_str(&written);
        file.push_str("\n\n");
    }
    if !records.is_empty() {
        assert_eq!(Pgn::read_all(&file), Ok(records));
    }
}
