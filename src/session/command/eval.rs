//! `eval`: the score of the position.

use super::operand::none;
use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Event, Session, Study};

pub static SPEC: Spec = study(
    "eval",
    |_| "estimate which side is ahead, and by how much",
    |text, _| none(text, Command::Eval),
);

pub fn run(_: &mut Session) -> Done {
    Ok(vec![Event::Study(Study::Eval)])
}
