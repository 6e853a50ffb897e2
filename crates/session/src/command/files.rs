//! `load`, `save` and `position`: games and positions from files, and into them.

use super::spec::{SET_UP, request};
use super::{Candidates, Command, Done, PositionSource, Spec};
use crate::{Event, Request, Session};
use ataxx_core::board::Game;
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, whole};
use ataxx_core::notation::position_as_read;
use nom::Parser;

pub static LOAD: Spec = Spec {
    usage: Some(|_| "load FILE"),
    details: |_| {
        "The file is looked for in the working directory, then beside the file that\n\
         loads it. A game record, as `save` writes it, takes the place of the game."
    },
    everywhere: true,
    candidates: Candidates::Files,
    parse: |text, _| whole(text, file_name.map(Command::Load)),
    ..Spec::new(
        "load",
        |_| "run the commands in a file, or continue a saved game",
    )
};

pub fn load(_: &mut Session, file: &str) -> Done {
    request(Request::Load(file.to_owned()))
}

pub static SAVE: Spec = Spec {
    usage: Some(|_| "save FILE"),
    details: |_| {
        "As a game record, which `load` reads; so do `ataxx analyze --game` and\n\
         `ataxx convert --game`. No file is replaced but one that `save` has written."
    },
    everywhere: true,
    loses_prefix_ties: true,
    candidates: Candidates::Files,
    parse: |text, _| whole(text, file_name.map(Command::Save)),
    ..Spec::new("save", |_| "write the game to a file")
};

pub fn save(_: &mut Session, file: &str) -> Done {
    request(Request::Save(file.to_owned()))
}

pub static POSITION: Spec = Spec {
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
    parse: |text, _| source(text).map(Command::Position),
    ..Spec::new("position", |_| "put another position on the board")
};

pub fn set_position(session: &mut Session, source: &PositionSource) -> Done {
    let read = match source {
        PositionSource::Written(read) => read,
        PositionSource::File(file) => return request(Request::ReadPosition(file.clone())),
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

/// The name of a file, which takes the rest of the line.
fn file_name(input: &str) -> Parsed<'_, String> {
    if input.is_empty() {
        return Fault::new(input, 0, "expected the name of a file, found the end").miss();
    }
    Ok(("", input.to_owned()))
}
