//! Moves in whichever notation they are written.

use super::berkeley::BerkeleyMove;
use super::record::replay;
use super::reloaded::ReloadedMove;
use crate::board::{Game, IllegalMove, Move, PlayedMove};
use crate::diagnostic::SyntaxError;
use std::str::FromStr;

/// A move in one of the notations, recognized by its form: `a7-b7` and `-`, `a7c7`, `P@b7`, `0000`
/// and whatever else [`Move::read_leniently`] takes, or `4:5:4:2:`.
///
/// ```
/// use ataxx_core::board::{Game, Rules};
/// use ataxx_core::notation::AnyMove;
///
/// let mut game = Game::new(Rules::UAI);
/// for word in ["a7-b7", "a1a3", "6:6:5:6:", "P@a4"] {
///     word.parse::<AnyMove>()?.play(&mut game)?;
/// }
/// assert_eq!(game.position().to_string(), "xx4o/7/7/o6/o6/7/5xx x 0 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyMove {
    /// Squares joined by a hyphen, or the hyphen of a pass.
    Berkeley(BerkeleyMove),
    /// A destination or two squares.
    Uai(Move),
    /// Columns and rows with colons.
    Reloaded(ReloadedMove),
}

impl AnyMove {
    /// Plays the move. In Ataxx Reloaded a pass forfeits the move although there are legal ones.
    ///
    /// # Errors
    ///
    /// When it is not legal; the game is then as it was.
    pub fn play(self, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
        match self {
            Self::Berkeley(mv) | Self::Reloaded(ReloadedMove(mv)) => replay(mv, game),
            Self::Uai(Move::Pass) => replay(BerkeleyMove::Pass, game),
            Self::Uai(mv) => game.play(mv),
        }
    }

    /// The same, for forms that do not keep where an extend comes from.
    pub(super) fn play_without_origin(self, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
        let played = self.play(game)?;
        if played.mv == Move::Pass {
            return Ok(played);
        }
        game.undo();
        game.play(played.mv)
    }
}

impl FromStr for AnyMove {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        if text.contains(':') {
            text.parse().map(Self::Reloaded)
        } else if text
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '@')
        {
            Move::read_leniently(text).map(Self::Uai)
        } else {
            text.parse().map(Self::Berkeley)
        }
    }
}

/// The move in a word of a game, without the number of its turn (`12.b7`) and assessments (`b7!?`).
#[must_use]
pub fn without_turn_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    let mv = if after_dots.len() < after_digits.len() {
        after_dots
    } else {
        word
    };
    mv.trim_end_matches(['!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    #[test]
    fn every_notation_is_recognized() {
        for text in [
            "a7-b7", "A7-B7", "b7", "a7b7", "P@b7", "x@B7", "0:0:1:0:", "0:0:1:0",
        ] {
            let mut game = Game::new(Rules::UAI);
            let mv: AnyMove = text.parse().expect(text);
            mv.play(&mut game).expect(text);
            assert_eq!(
                game.position().to_string(),
                "xx4o/7/7/7/7/7/o5x o 0 1",
                "{text}"
            );
        }
        for text in ["-", "0000", "pass", "PASS", "null", "a1a1"] {
            let mv: AnyMove = text.parse().expect(text);
            let mut game = Game::new(Rules::UAI);
            assert_eq!(mv.play(&mut game), Err(IllegalMove::CanMove), "{text}");
            let mut game = Game::new(Rules::RELOADED);
            let played = mv.play(&mut game).expect("a move can be forfeited");
            assert_eq!(played.mv, Move::Pass, "{text}");
        }
        for text in ["", "a7:b7", "a7_b7", "P@h9", "none", "7"] {
            assert!(text.parse::<AnyMove>().is_err(), "{text}");
        }
    }

    #[test]
    fn turn_numbers_and_assessments_are_taken_off() {
        for (word, mv) in [
            ("12.", ""),
            ("12...", ""),
            ("1.b7", "b7"),
            ("1...a7-b7!?", "a7-b7"),
            ("0000", "0000"),
            ("0:0:1:0:", "0:0:1:0:"),
            ("12", "12"),
            (".b7", "b7"),
        ] {
            assert_eq!(without_turn_number(word), mv, "{word}");
        }
    }
}
