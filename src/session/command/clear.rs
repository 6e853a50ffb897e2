//! `clear`: another game, with everything about it as at the beginning.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Player, Session};
use ataxx_core::board::Color;

pub static SPEC: Spec = Spec {
    everywhere: true,
    ..Spec::new(
        "clear",
        |dialect| {
            if dialect.orders_by_color() {
                "abandon the game and reset: red manual, blue an AI"
            } else {
                "abandon the game and reset: you play red"
            }
        },
        |text, _| none(text, Command::Clear),
    )
};

pub fn run(session: &mut Session) -> Done {
    let mut events = session.resign();
    session.part();
    session.players = [Player::Manual, Player::Ai { seed: session.seed }];
    session.user = Color::Red;
    session.begin();
    events.push(Event::Cleared);
    Ok(events)
}
