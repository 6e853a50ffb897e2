//! `quiet`: no longer shows the board after every move.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    everywhere: true,
    ..Spec::new(
        "quiet",
        |_| "no longer print the board after every move",
        |text, _| none(text, Command::Quiet),
    )
};

pub fn run(session: &mut Session) -> Done {
    session.verbose = false;
    Ok(vec![Event::Verbosity(false)])
}
