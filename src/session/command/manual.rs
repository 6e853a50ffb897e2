//! `manual`: a colour is played by hand.

use super::spec::SET_UP;
use super::spec::{color, colors};
use super::{Candidates, Command, Done, Spec};
use crate::session::{Player, Session};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::whole;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "manual red|blue"),
    states: SET_UP,
    candidates: Candidates::Words(|_| colors()),
    ..Spec::new(
        "manual",
        |_| "play a colour by hand",
        |text, _| whole(text, color.map(Command::Manual)),
    )
};

pub fn run(session: &mut Session, color: &Color) -> Done {
    Ok(vec![session.set_player(*color, Player::Manual)])
}
