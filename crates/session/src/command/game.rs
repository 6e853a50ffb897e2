//! Commands for a game as a whole: `new`, `clear`, `block`, `blocks`, `start`, `quit`.

use super::spec::SET_UP;
use super::{Candidates, Command, CommandName, Done, Spec};
use crate::{Event, Player, Refusal, RemoteSide, Session};
use ataxx_core::board::{BlockError, Color, Square};
use ataxx_core::diagnostic::syntax::whole;
use ataxx_core::notation::BlockLetters;
use ataxx_core::notation::parsers::{block_letters, square};
use nom::Parser;

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

pub static BLOCK: Spec = Spec {
    usage: Some(|_| "block SQUARE"),
    details: |dialect| {
        if dialect.has_states() {
            "The square is mirrored in the middle file and in the middle rank; corners\n\
             and squares with pieces cannot be blocked."
        } else {
            "Before the first move only. The square is mirrored in the middle file and\n\
             in the middle rank; corners and squares with pieces cannot be blocked."
        }
    },
    states: SET_UP,
    candidates: Candidates::Words(|session| {
        Square::all()
            .filter(|&square| place_block(&mut session.clone(), &square).is_ok())
            .map(|square| square.to_string())
            .collect()
    }),
    parse: |text, _| whole(text, square.map(Command::Block)),
    ..Spec::new("block", |_| "block a square and its reflections")
};

pub fn place_block(session: &mut Session, &square: &Square) -> Done {
    let refuse = |error| Refusal::Block { square, error };
    if session.game.last_move().is_some() && !session.dialect().has_states() {
        return Err(refuse(BlockError::AfterMove));
    }
    if session.position().blocks().contains(square) {
        return Err(refuse(BlockError::AlreadyBlocked { square }));
    }
    let before = session.game.outcome();
    session.game.place_block(square).map_err(refuse)?;
    Ok(session.with_outcome(before, vec![session.blocked()]))
}

pub static BLOCKS: Spec = Spec {
    usage: Some(|_| "blocks LETTERS"),
    details: |_| {
        "Squares of the upper left quarter:\n\
         \x20 a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5\n\
         \x20 1=a4 2=b4 3=c4 4=d7 5=d6 6=d5\n\
         For example, `blocks 3gh`."
    },
    states: SET_UP,
    sets_up: true,
    parse: |text, _| whole(text, block_letters.map(Command::Blocks)),
    ..Spec::new(
        "blocks",
        |_| "block squares by letter, with their reflections",
    )
};

/// Blocks all of the squares, or none if one of them cannot be blocked.
pub fn place_blocks(session: &mut Session, letters: &BlockLetters) -> Done {
    let mut game = session.game.clone();
    for square in letters.named_squares() {
        game.place_block(square)
            .map_err(|error| Refusal::Block { square, error })?;
    }
    session.game = game;
    Ok(vec![session.blocked()])
}
