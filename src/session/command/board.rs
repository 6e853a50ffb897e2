//! `board`: the board for people.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::Session;

pub static SPEC: Spec = Spec {
    everywhere: true,
    only_shows: true,
    ..Spec::new(
        "board",
        |_| "print the board with labels",
        |text, _| none(text, Command::Board),
    )
};

pub fn run(session: &mut Session) -> Done {
    Ok(vec![session.board()])
}
