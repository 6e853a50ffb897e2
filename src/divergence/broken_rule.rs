//! The rule that a program breaks, where its board is wrong after a line.

use super::deviation::Deviation;
use crate::session::{Command, Session, parse};
use ataxx_core::board::{Cell, Move, Position, Square};

/// The rule that a program with a wrong board after a line breaks; `before` is
/// the session before the line. `None` where it is not clear.
pub fn broken_rule_of_board(before: &Session, line: &str, deviation: &Deviation) -> Option<String> {
    let Deviation::Board { expected, actual } = deviation else {
        return None;
    };
    let parsed = match parse(line, before.dialect()) {
        Ok(Some(parsed)) => parsed,
        Ok(None) => return Some("an empty line or a comment changes nothing".to_owned()),
        Err(error) => return Some(refused(&error.message)),
    };
    if let Err(refusal) = before.clone().execute(&parsed.command) {
        let error = refusal.diagnostic(&parsed.spans, before.dialect());
        return Some(refused(&error.message));
    }
    let position = before.position();
    if let Some(mv) = parsed.command.as_move() {
        // More than one ply: an AI has moved as well.
        let is_one_move = expected.plies() == position.plies() + 1;
        let mv = mv.on(position)?;
        return is_one_move.then(|| of_move(position, mv, expected, actual));
    }
    let text = match parsed.command {
        Command::Undo => "`undo` takes back the last move with everything that it flipped",
        Command::Block(_) => "a block is placed on its reflections, too",
        Command::New | Command::Clear => "the board is that of a new game",
        Command::Dump | Command::Help(_) | Command::Seed(_) => "this changes nothing on the board",
        _ => return None,
    };
    Some(text.to_owned())
}

fn refused(message: &str) -> String {
    format!("the line is refused by the rules ({message}), and changes nothing")
}

/// The rule about a legal move for the first square that differs.
fn of_move(before: &Position, mv: Move, expected: &Position, actual: &Position) -> String {
    let is_same = |square| actual.cell(square) == before.cell(square);
    if Square::all().all(is_same) {
        return "the move is legal, and the program has not made it".to_owned();
    }
    let (from, to) = match mv {
        Move::Pass => return "a pass changes nothing on the board".to_owned(),
        Move::Extend { to } => (None, to),
        Move::Jump { from, to } => (Some(from), to),
    };
    let differing = Square::all().find(|&square| expected.cell(square) != actual.cell(square));
    let text = match differing {
        Some(square) if square == to => "the move puts a piece there",
        Some(square) if Some(square) == from => "a jump takes its piece along",
        Some(square) if actual.cell(square) == Cell::Empty => {
            "an extend leaves its origin occupied"
        }
        Some(square) if expected.cell(square) != before.cell(square) => {
            "a move flips all pieces of the other side beside its destination"
        }
        _ => "a move flips only pieces of the other side beside its destination",
    };
    text.to_owned()
}
