//! `eval`: the score of the position.

use super::spec::none;
use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Request, Session, Study};

pub static SPEC: Spec = study(
    "eval",
    |_| "estimate which side is ahead, and by how much",
    |text, _| none(text, Command::Eval),
);

pub fn run(session: &mut Session) -> Done {
    session.request(Request::Study(Study::Eval))
}
