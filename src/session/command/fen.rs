//! `fen`: the position in one line, for other programs and subcommands.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    details: |_| {
        "The side to move and the count of consecutive jumps are in the line:\n\
         `ataxx solve -` reads it."
    },
    everywhere: true,
    only_shows: true,
    ..Spec::new(
        "fen",
        |_| "print the position in one line, with the side to move",
        |text, _| none(text, Command::Fen),
    )
};

pub fn run(session: &mut Session) -> Done {
    Ok(vec![Event::Text(format!("{}\n", session.position()))])
}
