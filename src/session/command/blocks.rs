//! `block` and `blocks`: squares that no piece can enter.

use super::spec::SET_UP;
use super::{Candidates, Command, Done, Spec};
use crate::session::{Refusal, Session};
use ataxx_core::board::{BlockError, Square};
use ataxx_core::diagnostic::syntax::whole;
use ataxx_core::notation::BlockLetters;
use ataxx_core::notation::parsers::{block_letters, square};
use nom::Parser;

pub static BLOCK: Spec = Spec {
    usage: Some(|_| "block SQUARE"),
    details: |_| {
        "Before the first move only. The square is mirrored in the middle file and\n\
         in the middle rank; corners and squares with pieces cannot be blocked."
    },
    states: SET_UP,
    candidates: Candidates::Words(|session| {
        Square::all()
            .filter(|&square| place_block(&mut session.clone(), &square).is_ok())
            .map(|square| square.to_string())
            .collect()
    }),
    parse: |text, _| whole(text, square.map(Command::Block)),
    ..Spec::new("block", |_| "block a square and its reflections")
};

pub fn place_block(session: &mut Session, &square: &Square) -> Done {
    let refuse = |error| Refusal::Block { square, error };
    if session.game.last_move().is_some() {
        return Err(refuse(BlockError::AfterMove));
    }
    if session.position().blocks().contains(square) {
        return Err(refuse(BlockError::AlreadyBlocked { square }));
    }
    let before = session.game.outcome();
    session.game.place_block(square).map_err(refuse)?;
    Ok(session.with_outcome(before, vec![session.blocked()]))
}

pub static BLOCKS: Spec = Spec {
    usage: Some(|_| "blocks LETTERS"),
    details: |_| {
        "Squares of the upper left quarter:\n\
         \x20 a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5\n\
         \x20 1=a4 2=b4 3=c4 4=d7 5=d6 6=d5\n\
         For example, `blocks 3gh`."
    },
    states: SET_UP,
    sets_up: true,
    parse: |text, _| whole(text, block_letters.map(Command::Blocks)),
    ..Spec::new(
        "blocks",
        |_| "block squares by letter, with their reflections",
    )
};

/// Blocks all of the squares, or none if one of them cannot be blocked.
pub fn place_blocks(session: &mut Session, letters: &BlockLetters) -> Done {
    let mut game = session.game.clone();
    for square in letters.named_squares() {
        game.place_block(square)
            .map_err(|error| Refusal::Block { square, error })?;
    }
    session.game = game;
    Ok(vec![session.blocked()])
}
