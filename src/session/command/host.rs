//! `host`: waits for a remote opponent.

use super::spec::SET_UP;
use super::spec::identifier;
use super::{Command, Done, Spec};
use crate::session::{Refusal, Request, Session};
use ataxx_core::diagnostic::syntax::{expect, whole};
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "host ID"),
    details: |_| {
        "The name is of letters, digits and `_`. Once somebody has joined, set-up goes\n\
         on here, and `start` begins the game."
    },
    states: SET_UP,
    ..Spec::new(
        "host",
        |_| "wait for another program to join",
        |text, _| {
            let id = identifier.map(Command::Host);
            whole(text, expect("a name of letters, digits and `_`", id))
        },
    )
};

pub fn run(session: &mut Session, id: &str) -> Done {
    if session.remote().is_some() {
        return Err(Refusal::AlreadyJoined);
    }
    session.set_up_messages()?;
    session.request(Request::Host(id.to_owned()))
}
