//! `dump`: the board for programs to read.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    only_shows: true,
    ..Spec::new(
        "dump",
        |_| "print the board for programs to read",
        |text, _| none(text, Command::Dump),
    )
};

pub fn run(session: &mut Session) -> Done {
    Ok(vec![Event::Dump(*session.position())])
}
