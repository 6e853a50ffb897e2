//! Moves from one square to another.

use super::spec::UNFINISHED;
use super::spec::none;
use super::{Command, Done, Spec, Step};
use crate::session::{Event, Refusal, Session};
use ataxx_core::notation::BerkeleyMove;

/// A move is typed without this word, which only `help` knows.
pub static SPEC: Spec = Spec {
    usage: Some(|_| "a7-b7"),
    details: |_| {
        "An extend goes to a neighbouring square and leaves the old piece where it\n\
         was; a jump goes two squares in any direction and takes the piece along.\n\
         Opposing pieces next to the new square change sides."
    },
    states: UNFINISHED,
    sets_up: true,
    ..Spec::new(
        "move",
        |_| "extend or jump from one square to another",
        |text, _| none(text, Command::Pass),
    )
};

pub fn run(session: &mut Session, &Step { from, to }: &Step) -> Done {
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
