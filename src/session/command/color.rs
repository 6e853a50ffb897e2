//! `color`: the colour of the Player.

use super::spec::SET_UP;
use super::spec::{color, colors};
use super::{Candidates, Command, Done, Spec};
use crate::session::{Event, Session};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::whole;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "color red|blue"),
    states: SET_UP,
    sets_up: true,
    candidates: Candidates::Words(|_| colors()),
    ..Spec::new(
        "color",
        |_| "choose your colour; red at first",
        |text, _| whole(text, color.map(Command::Color)),
    )
};

/// The Player gets this colour, and the Opponent the other.
pub fn run(session: &mut Session, color: &Color) -> Done {
    if *color != session.user {
        session.players.reverse();
    }
    session.user = *color;
    Ok(vec![Event::UserPlays(*color)])
}
