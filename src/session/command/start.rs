//! `start`: from set-up to playing.

use super::spec::SET_UP;
use super::spec::none;
use super::{Command, CommandName, Done, Spec};
use crate::session::{Event, Session, Side};

pub static SPEC: Spec = Spec {
    everywhere: true,
    states: SET_UP,
    sets_up: true,
    details: |dialect| {
        if dialect.has_states() {
            "In a game that Ctrl-C has stopped, lets the AI go on."
        } else {
            "Ctrl-C stops AIs. Otherwise without effect: a game is always under way."
        }
    },
    ..Spec::new(
        "start",
        |dialect| {
            if dialect.has_states() {
                "begin to play from the position set up"
            } else {
                "resume an AI that Ctrl-C has stopped"
            }
        },
        |text, _| none(text, Command::Start),
    )
};

pub fn run(session: &mut Session) -> Done {
    if !session.dialect().has_states() {
        return Ok(vec![Event::NoEffect(CommandName::Start)]);
    }
    if session
        .remote()
        .is_some_and(|remote| remote.side == Side::Host)
    {
        return session.start_for_client();
    }
    session.started = true;
    Ok(session.with_outcome(None, vec![Event::Started]))
}
