//! `join`: joins a remote opponent.

use super::Address;
use super::spec::SET_UP;
use super::spec::identifier;
use super::{Command, Done, Spec};
use crate::session::{Refusal, Request, Session};
use ataxx_core::diagnostic::syntax::{expect, whole};
use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::sequence::separated_pair;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "join ID@HOST"),
    details: |_| {
        "For example, `join tea@localhost`, or `join tea@192.0.2.7:20080` with a port.\n\
         The host sets the game up; who plays on this side is settled by `auto` before."
    },
    states: SET_UP,
    ..Spec::new(
        "join",
        |_| "join a program that waits",
        |text, _| {
            let host = take_while1(|c: char| c.is_ascii_graphic() && c != '@').map(str::to_owned);
            let address = separated_pair(identifier, tag("@"), host)
                .map(|(id, host)| Command::Join(Address { id, host }));
            whole(
                text,
                expect("a game and a host, like `tea@localhost`", address),
            )
        },
    )
};

pub fn run(session: &mut Session, address: &Address) -> Done {
    if session.remote().is_some() {
        return Err(Refusal::AlreadyJoined);
    }
    session.request(Request::Join(address.clone()))
}
