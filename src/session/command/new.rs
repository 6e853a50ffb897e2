//! `new`: another game with the same players.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec::new(
    "new",
    |_| "start a new game with the same players",
    |text, _| none(text, Command::New),
);

pub fn run(session: &mut Session) -> Done {
    session.begin();
    Ok(vec![Event::NewGame])
}
