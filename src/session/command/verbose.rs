//! `verbose`: shows the board after every move.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    everywhere: true,
    ..Spec::new(
        "verbose",
        |_| "print the board after every move",
        |text, _| none(text, Command::Verbose),
    )
};

pub fn run(session: &mut Session) -> Done {
    session.verbose = true;
    Ok(vec![Event::Verbosity(true)])
}
