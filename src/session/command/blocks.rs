//! `blocks`: blocks squares by letter.

use super::spec::SET_UP;
use super::{Command, Done, Spec};
use crate::session::{Refusal, Session};
use ataxx_core::diagnostic::syntax::whole;
use ataxx_core::notation::BlockLetters;
use ataxx_core::notation::parsers::block_letters;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "blocks LETTERS"),
    details: |_| {
        "Squares of the upper left quarter:\n\
         \x20 a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5\n\
         \x20 1=a4 2=b4 3=c4 4=d7 5=d6 6=d5\n\
         For example, `blocks 3gh`."
    },
    states: SET_UP,
    sets_up: true,
    ..Spec::new(
        "blocks",
        |_| "block squares by letter, with their reflections",
        |text, _| whole(text, block_letters.map(Command::Blocks)),
    )
};

/// Blocks all of the squares, or none if one of them cannot be blocked.
pub fn run(session: &mut Session, letters: &BlockLetters) -> Done {
    let mut game = session.game.clone();
    for square in letters.named_squares() {
        game.place_block(square)
            .map_err(|error| Refusal::Block { square, error })?;
    }
    session.game = game;
    Ok(vec![session.blocked()])
}
