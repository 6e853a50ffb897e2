//! Commands for a game as a whole: `new`, `clear`, `start`, `quit`.

use super::spec::SET_UP;
use super::{CommandName, Done, Spec};
use crate::session::{Event, Player, RemoteSide, Session};
use ataxx_core::board::Color;

pub static NEW: Spec = Spec::new("new", |_| "start a new game with the same players");

pub fn begin_new(session: &mut Session) -> Done {
    session.begin();
    Ok(vec![Event::NewGame])
}

pub static CLEAR: Spec = Spec {
    everywhere: true,
    ..Spec::new("clear", |dialect| {
        if dialect.orders_by_color() {
            "abandon the game and reset: red manual, blue an AI"
        } else {
            "abandon the game and reset: you play red"
        }
    })
};

pub fn clear(session: &mut Session) -> Done {
    let mut events = session.resign();
    session.part();
    session.players = [Player::Manual, Player::Ai { seed: session.seed }];
    session.user = Color::Red;
    session.begin();
    events.push(Event::Cleared);
    Ok(events)
}

pub static START: Spec = Spec {
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
    ..Spec::new("start", |dialect| {
        if dialect.has_states() {
            "begin to play from the position set up"
        } else {
            "resume an AI that Ctrl-C has stopped"
        }
    })
};

pub fn start(session: &mut Session) -> Done {
    if !session.dialect().has_states() {
        return Ok(vec![Event::NoEffect(CommandName::Start)]);
    }
    if session
        .remote()
        .is_some_and(|remote| remote.side == RemoteSide::Host)
    {
        return session.start_for_client();
    }
    session.started = true;
    Ok(session.with_outcome(None, vec![Event::Started]))
}

pub static QUIT: Spec = Spec {
    details: |_| "So do `exit` and the end of input.",
    ..Spec::new("quit", |_| "exit")
};

pub fn quit(session: &mut Session) -> Done {
    let mut events = session.resign();
    events.push(Event::Quit);
    Ok(events)
}
