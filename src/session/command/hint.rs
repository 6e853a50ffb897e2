//! `hint`: suggests a move.

use super::operand::none;
use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Event, Session, Study};

pub static SPEC: Spec = study(
    "hint",
    |_| "suggest a move",
    |text, _| none(text, Command::Hint),
);

pub fn run(_: &mut Session) -> Done {
    Ok(vec![Event::Study(Study::Hint)])
}
