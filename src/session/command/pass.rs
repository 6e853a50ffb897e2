//! `-`: passes.

use super::spec::UNFINISHED;
use super::spec::none;
use super::{Command, Done, Spec, play};
use crate::session::Session;
use ataxx_core::notation::BerkeleyMove;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "-"),
    details: |_| "`pass`, which is in no document, does the same.",
    states: UNFINISHED,
    sets_up: true,
    ..Spec::new(
        "pass",
        |_| "pass, when there is no other legal move",
        |text, _| none(text, Command::Pass),
    )
};

pub fn run(session: &mut Session) -> Done {
    play::play(session, BerkeleyMove::Pass)
}
