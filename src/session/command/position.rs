//! `position`: another position on the board.

use super::spec::SET_UP;
use super::{Candidates, Command, Done, PositionSource, Spec};
use crate::session::{Event, Request, Session};
use ataxx_core::board::Game;
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::notation::position_as_read;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "position FEN"),
    details: |_| {
        "A FEN, `start`, the rows of a dump in one line, or `@FILE` with one of these,\n\
         a dump or what `board` prints. The players stay, and `undo` does not go back\n\
         behind it."
    },
    everywhere: true,
    loses_prefix_ties: true,
    states: SET_UP,
    sets_up: true,
    candidates: Candidates::Words(|_| vec!["start".to_owned()]),
    ..Spec::new(
        "position",
        |_| "put another position on the board",
        |text, _| source(text).map(Command::Position),
    )
};

pub fn run(session: &mut Session, source: &PositionSource) -> Done {
    let read = match source {
        PositionSource::Written(read) => read,
        PositionSource::File(file) => return session.request(Request::ReadPosition(file.clone())),
    };
    session.game = Game::from_position(*session.game.rules(), read.position);
    let events = vec![Event::PositionSet(*read)];
    Ok(session.after_move(events))
}

fn source(text: &str) -> Result<PositionSource, SyntaxError> {
    match text.strip_prefix('@') {
        Some("") => Err(SyntaxError {
            span: 1..1,
            message: "expected the name of a file, found the end".to_owned(),
            help: None,
        }),
        Some(file) => Ok(PositionSource::File(file.to_owned())),
        None => position_as_read(text).map(PositionSource::Written),
    }
}
