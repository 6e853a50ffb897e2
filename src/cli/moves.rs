//! The moves of `--moves`, and the moves in results.

use crate::session::Refusal;
use crate::session::{Dialect, Spans};
use ataxx_core::board::{Game, IllegalMove, JumpVectors, Move, PlayedMove};
use ataxx_core::diagnostic::{Diagnostic, Source};
use ataxx_core::notation::{BerkeleyMove, ReloadedMove, SyntaxError};
use std::ops::Range;

/// A move that was read, in one of the notations.
enum ReadMove {
    /// Squares joined by a hyphen, or the hyphen of a pass.
    Berkeley(BerkeleyMove),
    /// A destination or two squares.
    Uai(Move),
    /// Columns and rows with colons.
    Reloaded(ReloadedMove),
}

/// Plays moves in a game.
pub fn play(game: &mut Game, text: &str) -> Result<(), Diagnostic> {
    let source = || Source {
        name: Some("<moves>".to_owned()),
        first_line: 1,
        text: text.to_owned(),
    };
    for (index, span) in words(text).enumerate() {
        let word = &text[span.clone()];
        let mv = read(word).map_err(|error| {
            Diagnostic::from(error)
                .shifted(span.start)
                .with_source(source())
        })?;
        mv.play(game).map_err(|error| {
            let refusal = refusal(game, &mv, error, span.clone());
            Diagnostic {
                message: format!("move {}, `{word}`: {}", index + 1, refusal.message),
                ..refusal
            }
            .with_help([format!("it was tried in {}", game.position())])
            .with_source(source())
        })?;
    }
    Ok(())
}

/// Whether a text is nothing but moves, legal or not.
pub fn are_moves(text: &str) -> bool {
    words(text).all(|span| read(&text[span]).is_ok())
}

/// Where the words of a text are.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(char::is_whitespace)
        .map(move |piece| {
            let word = start..start + piece.trim_end().len();
            start += piece.len();
            word
        })
        .filter(|word| !word.is_empty())
}

/// Reads a move in the notation that it looks like.
fn read(word: &str) -> Result<ReadMove, SyntaxError> {
    if word.contains(':') || word.eq_ignore_ascii_case("pass") {
        word.parse().map(ReadMove::Reloaded)
    } else if word.chars().all(char::is_alphanumeric) {
        word.parse().map(ReadMove::Uai)
    } else {
        word.parse().map(ReadMove::Berkeley)
    }
}

impl ReadMove {
    fn play(&self, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
        match *self {
            Self::Berkeley(mv) => mv.play(game),
            Self::Uai(mv) => game.play(mv),
            Self::Reloaded(mv) => mv.play(game),
        }
    }
}

/// The diagnostic of the text session for an illegal move, without advice that only applies
/// in a session.
fn refusal(game: &Game, mv: &ReadMove, error: IllegalMove, span: Range<usize>) -> Diagnostic {
    let position = *game.position();
    let refusal = Refusal::Move {
        error,
        position,
        instead: position
            .legal_moves(game.rules())
            .find(|mv| *mv != Move::Pass)
            .map(|mv| BerkeleyMove::of(mv, &position)),
        can_undo: false,
    };
    let spans = Spans {
        name: span.clone(),
        operand: span.clone(),
    };
    let mut diagnostic = refusal.diagnostic(&spans, Dialect::SPRING_2022);
    match error {
        IllegalMove::GameOver => diagnostic.help.clear(),
        IllegalMove::OutOfReach { from, to }
            if game.rules().jump_vectors() != JumpVectors::DISTANCE_TWO =>
        {
            diagnostic.message = format!("{to} is out of reach from {from} by these rules");
        }
        _ => {}
    }
    if matches!(mv, ReadMove::Reloaded(_)) {
        // A session's moves have a square at either end; here it is a coordinate.
        diagnostic.labels.clear();
        diagnostic = diagnostic.at(span);
    }
    diagnostic
}
