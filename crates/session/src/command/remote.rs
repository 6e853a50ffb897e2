//! `host` and `join`: a remote program as the opponent.

use super::spec::{SET_UP, request};
use super::{Command, Done, GameAddress, Spec};
use crate::{Refusal, Request, Session};
use ataxx_core::diagnostic::syntax::{Parsed, expect, whole};
use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::sequence::separated_pair;

pub static HOST: Spec = Spec {
    usage: Some(|_| "host ID"),
    details: |_| {
        "The name is of letters, digits and `_`. Once somebody has joined, set-up goes\n\
         on here, and `start` begins the game."
    },
    states: SET_UP,
    parse: |text, _| {
        let id = identifier.map(Command::Host);
        whole(text, expect("a name of letters, digits and `_`", id))
    },
    ..Spec::new("host", |_| "wait for another program to join")
};

pub fn host(session: &mut Session, id: &str) -> Done {
    if session.remote().is_some() {
        return Err(Refusal::AlreadyJoined);
    }
    session.set_up_messages()?;
    request(Request::Host(id.to_owned()))
}

pub static JOIN: Spec = Spec {
    usage: Some(|_| "join ID@HOST"),
    details: |_| {
        "For example, `join tea@localhost`, or `join tea@192.0.2.7:20080` with a port.\n\
         The host sets the game up; who plays on this side is settled by `auto` before."
    },
    states: SET_UP,
    parse: |text, _| {
        let host = take_while1(|c: char| c.is_ascii_graphic() && c != '@').map(str::to_owned);
        let address = separated_pair(identifier, tag("@"), host)
            .map(|(id, host)| Command::Join(GameAddress { id, host }));
        whole(
            text,
            expect("a game and a host, like `tea@localhost`", address),
        )
    },
    ..Spec::new("join", |_| "join a program that waits")
};

pub fn join(session: &mut Session, address: &GameAddress) -> Done {
    if session.remote().is_some() {
        return Err(Refusal::AlreadyJoined);
    }
    request(Request::Join(address.clone()))
}

/// The name of a game: letters, digits and underscores.
fn identifier(input: &str) -> Parsed<'_, String> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_')
        .map(str::to_owned)
        .parse(input)
}
