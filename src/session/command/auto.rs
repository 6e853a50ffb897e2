//! `auto`: an AI plays a colour.

use super::spec::SET_UP;
use super::spec::{color, colors, none};
use super::{Candidates, Command, Done, Spec};
use crate::session::{Player, Session};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::whole;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|dialect| {
        if dialect.orders_by_color() {
            "auto red|blue"
        } else {
            "auto"
        }
    }),
    details: |dialect| {
        if dialect.profile().seed_step == 0 {
            ""
        } else {
            "The AI plays at once when it is its turn. Each `auto` uses the seed and\n\
             steps it by one."
        }
    },
    states: SET_UP,
    candidates: Candidates::Words(|session| {
        if session.dialect().orders_by_color() {
            colors()
        } else {
            Vec::new()
        }
    }),
    ..Spec::new(
        "auto",
        |dialect| {
            if dialect.orders_by_color() {
                "let an AI play a colour"
            } else {
                "let an AI play for you"
            }
        },
        |text, dialect| {
            if dialect.orders_by_color() {
                whole(text, color.map(|color| Command::Auto(Some(color))))
            } else {
                none(text, Command::Auto(None))
            }
        },
    )
};

/// Without a colour, sets the player of the Player's colour.
pub fn run(session: &mut Session, color: &Option<Color>) -> Done {
    let player = Player::Ai { seed: session.seed };
    let step = session.dialect().profile().seed_step;
    session.seed = session.seed.map(|seed| seed.wrapping_add(step));
    Ok(vec![
        session.set_player(color.unwrap_or(session.user), player),
    ])
}
