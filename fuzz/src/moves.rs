//! Moves, blocks, squares and names.

use crate::errors::{check_syntax_error, text};
use ataxx_core::board::{Bitboard, Color, Game, Move, Rules, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters, MoveNotation, ReloadedMove, SyntaxError};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Reads the bytes in every notation of a move or a part of one: what is read is
/// printed and read again as the same, in capitals too, and errors are in order.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    if let Some(mv) = read::<BerkeleyMove>(&text) {
        assert_eq!(read(&ReloadedMove(mv).to_string()), Some(ReloadedMove(mv)));
        play(mv);
    }
    if let Some(ReloadedMove(mv)) = read(&text) {
        assert_eq!(read(&mv.to_string()), Some(mv));
        play(mv);
    }
    if let Some(mv) = read::<Move>(&text) {
        if let Move::Jump { from, to } = mv {
            assert!(from.distance(to) > 1);
        }
        for rules in Rules::NAMED {
            let mut game = Game::new(rules);
            if let Ok(played) = game.play(mv) {
                assert_eq!(MoveNotation::Uai.write(played), mv.to_string());
            }
        }
    }
    if let Some(letters) = read::<BlockLetters>(&text) {
        assert_eq!(BlockLetters::try_from(letters.squares()), Ok(letters));
        assert!(letters.named_squares().count() > 0);
    }
    if let Some(square) = read::<Square>(&text) {
        assert!(Bitboard::FULL.contains(square));
    }
    read::<Color>(&text);
    read::<Rules>(&text);
    read::<MoveNotation>(&text);
}

fn read<T>(text: &str) -> Option<T>
where
    T: FromStr<Err = SyntaxError> + Display + Debug + PartialEq + Copy,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse(), Ok(value));
            assert_eq!(text.to_ascii_uppercase().parse(), Ok(value));
            assert_eq!(text.to_ascii_lowercase().parse(), Ok(value));
            Some(value)
        }
        Err(error) => {
            check_syntax_error(text, &error);
            None
        }
    }
}

/// A move that can be played is written as it was read.
fn play(mv: BerkeleyMove) {
    for rules in Rules::NAMED {
        let mut game = Game::new(rules);
        let before = game.clone();
        match mv.play(&mut game) {
            Ok(played) => {
                assert_eq!(BerkeleyMove::from(played), mv);
                let [berkeley, uai, reloaded] = MoveNotation::ALL.map(|in_| in_.write(played));
                assert_eq!(read(&berkeley), Some(mv));
                assert_eq!(read(&uai), Some(played.mv));
                assert_eq!(read(&reloaded), Some(ReloadedMove(mv)));
                game.undo();
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        assert_eq!(game, before);
    }
}
