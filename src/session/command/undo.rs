//! `undo`: takes moves back.

use super::spec::none;
use super::{Command, CommandName, Done, Spec};
use crate::session::{Event, Refusal, Session, State};

pub static SPEC: Spec = Spec {
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
        |text, _| none(text, Command::Undo),
    )
};

pub fn run(session: &mut Session) -> Done {
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
