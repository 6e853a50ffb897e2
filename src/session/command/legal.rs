//! `legal`: every legal move.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};
use ataxx_core::notation::BerkeleyMove;

pub static SPEC: Spec = Spec {
    details: |_| "A line for each piece that can go somewhere; `-` is a pass.",
    everywhere: true,
    loses_prefix_ties: true,
    only_shows: true,
    ..Spec::new(
        "legal",
        |_| "list every legal move",
        |text, _| none(text, Command::Legal),
    )
};

pub fn run(session: &mut Session) -> Done {
    let moves = BerkeleyMove::every(session.position(), session.game().rules());
    let lines = moves.chunk_by(|one, next| one.origin() == next.origin());
    let lines = lines.map(|moves| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.join(" ") + "\n"
    });
    let text: String = lines.collect();
    Ok(vec![Event::Text(if text.is_empty() {
        "none: the game is over\n".to_owned()
    } else {
        text
    })])
}
