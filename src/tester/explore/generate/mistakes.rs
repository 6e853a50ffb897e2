//! Lines that are refused or change nothing.

use super::{Generator, Situation};
use crate::session::{CommandName, State};
use ataxx_core::board::{Game, Square};
use ataxx_core::notation::BerkeleyMove;

impl Generator<'_> {
    /// A line that is refused.
    pub(super) fn mistake(&mut self) {
        match self.below(10) {
            0 => {
                let nonsense = ["fly", "a7", "a7-", "-b7", "a7-h3", "a0-a1", "block"];
                if let Some(line) = self.pick(&nonsense) {
                    self.note(Situation::Nonsense);
                    self.say(line.to_owned());
                }
            }
            1 if self.session.game().moves().len() > 0 => {
                if let Some(square) = self.any_square() {
                    self.block(square);
                }
            }
            2 if !self.legal_moves().contains(&BerkeleyMove::Pass) => {
                self.note(Situation::IllegalPass);
                self.say("-".to_owned());
            }
            3 if self.session.state() == State::Playing => self.set_up_command(),
            _ => self.illegal_move(),
        }
    }

    /// A command of the set-up, in play.
    pub(super) fn set_up_command(&mut self) {
        let lines: &[&str] = if !self.session.dialect().has_states() {
            return self.illegal_move();
        } else if self.knows(CommandName::Manual) {
            &["auto red", "auto blue", "block b3", "seed 7", "start"]
        } else {
            &["blocks a", "auto", "color blue", "seed 7", "start"]
        };
        if let Some(line) = self.pick(lines) {
            self.note(Situation::WrongState);
            self.say(line.to_owned());
        }
    }

    pub(super) fn illegal_move(&mut self) {
        let game: &Game = self.session.game();
        let (legal, is_over) = (self.legal_moves(), game.outcome().is_some());
        // Near misses first: an own piece, or one of the other side, that goes too far or to a
        // square that is taken.
        for _ in 0..20 {
            let is_any = self.chance(20);
            let squares = if is_any && self.chance(50) {
                self.around_the_edge()
            } else {
                self.any_square().zip(self.any_square())
            };
            let Some((from, to)) = squares else {
                continue;
            };
            let position = self.session.position();
            let is_occupied = !(position.empty() | position.blocks()).contains(from);
            let mv = BerkeleyMove::Step { from, to };
            let is_near_miss = is_occupied && from.distance(to) <= 3;
            if (is_any || is_near_miss) && !legal.contains(&mv) {
                self.note(if is_over {
                    Situation::MoveAfterEnd
                } else {
                    Situation::IllegalMove
                });
                self.say(mv.to_string());
                return;
            }
        }
    }

    /// An own piece and an empty square that is near it in a list of all squares, beyond the edge of
    /// the board.
    fn around_the_edge(&mut self) -> Option<(Square, Square)> {
        let position = *self.session.position();
        let own: Vec<Square> = position.pieces(position.turn()).into_iter().collect();
        let from = self.pick(&own)?;
        let is_near = |to: &Square| from.index().abs_diff(to.index()) <= 16;
        let far = position
            .empty()
            .into_iter()
            .filter(|to| from.distance(*to) > 3);
        let squares: Vec<Square> = far.filter(is_near).collect();
        Some((from, self.pick(&squares)?))
    }

    pub(super) fn blank(&mut self) {
        let all = self.legal_moves();
        let mv = self.pick(&all).map(|mv| mv.to_string());
        let line = match (self.below(5), mv) {
            (0, Some(mv)) => format!("   {mv}  "),
            (1, Some(mv)) => {
                self.note(Situation::CommentAfterMove);
                format!("{mv} # that is all")
            }
            (2, _) => "# a7-b7".to_owned(),
            (3, _) => "help".to_owned(),
            _ => String::new(),
        };
        if line == "help" {
            self.note(Situation::Help);
        } else {
            self.note(Situation::Blanks);
        }
        let is_move = line.contains('-') && !line.starts_with('#');
        self.has_moved |= self.say(line) && is_move;
    }
}
