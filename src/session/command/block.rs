//! `block`: blocks a square and its reflections.

use super::spec::SET_UP;
use super::{Candidates, Command, Done, Spec};
use crate::session::{Refusal, Session};
use ataxx_core::board::{BlockError, Square};
use ataxx_core::diagnostic::syntax::whole;
use ataxx_core::notation::parsers::square;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "block SQUARE"),
    details: |_| {
        "Before the first move only. The square is mirrored in the middle file and\n\
         in the middle rank; corners and squares with pieces cannot be blocked."
    },
    states: SET_UP,
    candidates: Candidates::Words(|session| {
        Square::all()
            .filter(|&square| run(&mut session.clone(), &square).is_ok())
            .map(|square| square.to_string())
            .collect()
    }),
    ..Spec::new(
        "block",
        |_| "block a square and its reflections",
        |text, _| whole(text, square.map(Command::Block)),
    )
};

pub fn run(session: &mut Session, &square: &Square) -> Done {
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
