//! `legal`: every legal move.

use super::operand::none;
use super::{Command, Done, Spec};
use crate::board::PlayedMove;
use crate::notation::BerkeleyMove;
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    details: |_| "A line for each piece that can go somewhere; `-` is a pass.",
    everywhere: true,
    yields: true,
    ..Spec::new(
        "legal",
        |_| "list every legal move",
        |text, _| none(text, Command::Legal),
    )
};

pub fn run(session: &mut Session) -> Done {
    let moves = every_move(session);
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

/// Every legal move from every origin, sorted by its text.
pub fn every_move(session: &Session) -> Vec<BerkeleyMove> {
    let position = session.position();
    let mut moves: Vec<BerkeleyMove> = position
        .legal_moves(session.game().rules())
        .flat_map(|mv| PlayedMove::each(mv, position))
        .map(BerkeleyMove::from)
        .collect();
    moves.sort_by_key(ToString::to_string);
    moves
}
