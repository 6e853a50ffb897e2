//! `hint`: suggests a move.

use super::spec::none;
use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Request, Session, Study};

pub static SPEC: Spec = study(
    "hint",
    |_| "suggest a move",
    |text, _| none(text, Command::Hint),
);

pub fn run(session: &mut Session) -> Done {
    session.request(Request::Study(Study::Hint))
}
