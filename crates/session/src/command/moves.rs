//! Commands that change the game move by move: moves, `-` and `undo`.

use super::spec::UNFINISHED;
use super::{CommandName, Done, Spec, Step};
use crate::{Event, Refusal, Session, State};
use ataxx_core::notation::BerkeleyMove;

/// A move is typed without this word, which only `help` takes.
pub static MOVE: Spec = Spec {
    usage: Some(|_| "a7-b7"),
    details: |_| {
        "An extend goes to a neighbouring square and leaves the old piece where it\n\
         was; a jump goes two squares in any direction and takes the piece along.\n\
         Opposing pieces next to the new square change sides."
    },
    states: UNFINISHED,
    sets_up: true,
    ..Spec::new("move", |_| "extend or jump from one square to another")
};

pub fn make_move(session: &mut Session, &Step { from, to }: &Step) -> Done {
    play(session, BerkeleyMove::Step { from, to })
}

/// Makes a move for the side to move, which must be played by hand.
pub fn play(session: &mut Session, mv: BerkeleyMove) -> Done {
    if let Some(color) = session.remote_turn() {
        return Err(Refusal::RemoteTurn { color });
    }
    if let Some(color) = session.ai_turn() {
        return Err(Refusal::AiTurn { color });
    }
    let color = session.position().turn();
    let played = mv.play(&mut session.game).map_err(|error| Refusal::Move {
        error,
        position: *session.position(),
        instead: some_move(session),
        can_undo: session.game.last_move().is_some(),
    })?;
    session.send_move(played);
    Ok(session.after_move(vec![Event::Played(color, played)]))
}

/// A legal move, to name as an example.
fn some_move(session: &Session) -> Option<BerkeleyMove> {
    let position = session.position();
    let mv = position.legal_moves(session.game.rules()).next()?;
    Some(BerkeleyMove::of(mv, position))
}

pub static PASS: Spec = Spec {
    usage: Some(|_| "-"),
    details: |_| "`pass`, which is in no document, does the same.",
    states: UNFINISHED,
    sets_up: true,
    ..Spec::new("pass", |_| "pass, when there is no other legal move")
};

pub fn pass(session: &mut Session) -> Done {
    play(session, BerkeleyMove::Pass)
}

pub static UNDO: Spec = Spec {
    details: |dialect| {
        if CommandName::Blocks.is_in(dialect) {
            "Works after the end of the game too. A block that was placed after the\n\
             move goes with it."
        } else {
            "Works after the end of the game too."
        }
    },
    everywhere: true,
    sets_up: true,
    ..Spec::new(
        "undo",
        |_| "take back a move, and one more if an AI made the last",
    )
};

pub fn undo(session: &mut Session) -> Done {
    if session.remote().is_some() && session.state() != State::SetUp {
        return Err(Refusal::RemoteUndo);
    }
    let blocks = session.position().blocks();
    session.game.undo().ok_or(Refusal::NothingToUndo)?;
    let again = session.ai_turn().is_some() && session.game.undo().is_some();
    let mut events = vec![Event::Undone {
        moves: 1 + usize::from(again),
        blocks_gone: session.position().blocks() != blocks,
    }];
    if session.verbose {
        events.push(session.board());
    }
    Ok(events)
}
