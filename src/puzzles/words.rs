//! What an attempt tells, in words.

use super::attempt::{Attempt, Hint, Reply};
use ataxx_core::board::Move;
use ataxx_core::notation::{BerkeleyMove, MoveNotation};
use ataxx_core::solver::Aim;

impl Attempt {
    /// The answer of [`play`](Self::play) to the move that was just tried:
    /// `right; Blue answers a1-a2`.
    pub fn in_words(&self, tried: BerkeleyMove, reply: &Reply) -> String {
        let rules = self.game().rules();
        match reply {
            Reply::Solved { .. } => "right: solved".to_owned(),
            Reply::Right { defence } => {
                // Both moves have been made.
                let mut game = self.game().clone();
                game.undo();
                let position = game.position();
                let defence = BerkeleyMove::of(*defence, position);
                format!("right; {} answers {defence}", position.turn())
            }
            Reply::Wrong { refutation } => {
                let position = self.game().position();
                let after = tried.on(position).map(|mv| position.after(mv, rules));
                let Some(after) = after.filter(|_| !refutation.is_empty()) else {
                    return format!("{tried} ends the game too soon");
                };
                let line = MoveNotation::Berkeley.write_line(refutation, &after, rules);
                let line = line.join(" ");
                match self.puzzle().kind.aim() {
                    Aim::Win => format!("{tried} is not it: {} answers {line}", after.turn()),
                    Aim::Hold => format!("{tried} loses to {line}"),
                }
            }
            Reply::Undecided => "that takes too long to judge".to_owned(),
        }
    }

    /// A hint about the position on the board.
    pub fn hint_in_words(&self, hint: Hint) -> String {
        match hint {
            Hint::Kind(Move::Jump { .. }) => "it is a jump".to_owned(),
            Hint::Kind(Move::Extend { .. }) => "it is an extend".to_owned(),
            Hint::Kind(Move::Pass) => "it is a pass".to_owned(),
            Hint::To(square) => format!("it leads to {square}"),
            Hint::Move(mv) => format!("it is {}", BerkeleyMove::of(mv, self.game().position())),
        }
    }

    /// A line of play from the position on the board.
    pub fn line_in_words(&self, line: &[Move]) -> String {
        let game = self.game();
        let line = MoveNotation::Berkeley.write_line(line, game.position(), game.rules());
        line.join(" ")
    }
}
