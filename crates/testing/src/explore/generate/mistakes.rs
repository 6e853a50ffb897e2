//! Lines that are refused, and lines in other forms than the plain one.

use super::Generator;
use ataxx_core::board::{Position, Square};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{CommandName, State};

impl Generator<'_> {
    /// A line that is refused.
    pub(super) fn mistake(&mut self) {
        match self.dice.below(12) {
            0 => {
                let nonsense = ["fly", "a7", "a7-", "-b7", "a7-h3", "a0-a1", "block"];
                if let Some(line) = self.dice.pick(&nonsense) {
                    self.draft.add(line.to_owned());
                }
            }
            1 if self.draft.move_count() > 0 => {
                if let Some(square) = self.any_square() {
                    self.block(square);
                }
            }
            4 if self.draft.move_count() > 0 => self.block_that_is_half_free(),
            5 => {
                let all = self.draft.legal_moves();
                let words = self.dice.pick(&["foo", "now", "a7-b7", "-"]);
                if let Some((mv, words)) = self.dice.pick(&all).zip(words) {
                    self.draft.add(format!("{mv} {words}"));
                }
            }
            2 if !self.draft.legal_moves().contains(&BerkeleyMove::Pass) => {
                self.draft.add("-");
            }
            3 if self.draft.session.state() == State::Playing => self.set_up_command(),
            _ => self.illegal_move(),
        }
    }

    /// A block of which some squares hold pieces, and others are free.
    fn block_that_is_half_free(&mut self) {
        let empty = self.draft.position().empty();
        let is_half_free = |square: &Square| {
            let set = Position::block_set(*square);
            !(set & empty).is_empty() && !(set & !empty).is_empty()
        };
        let squares: Vec<Square> = Square::all().filter(is_half_free).collect();
        if let Some(square) = self.dice.pick(&squares) {
            self.block(square);
        }
    }

    /// A command of the set-up, in play.
    pub(super) fn set_up_command(&mut self) {
        let lines: &[&str] = if !self.draft.session.dialect().has_states() {
            return self.illegal_move();
        } else if self.draft.has_command(CommandName::Manual) {
            &["auto red", "auto blue", "block b3", "seed 7", "start"]
        } else {
            &["blocks a", "auto", "color blue", "seed 7", "start"]
        };
        if let Some(line) = self.dice.pick(lines) {
            self.draft.add(line.to_owned());
        }
    }

    pub(super) fn illegal_move(&mut self) {
        let legal = self.draft.legal_moves();
        // Near misses first: an own piece, or one of the other side, that goes too far or to a
        // square that is taken.
        for _ in 0..20 {
            let is_any = self.dice.chance(20);
            let squares = if is_any && self.dice.chance(50) {
                self.around_the_edge()
            } else {
                self.any_square().zip(self.any_square())
            };
            let Some((from, to)) = squares else {
                continue;
            };
            let position = self.draft.position();
            let is_occupied = !(position.empty() | position.blocks()).contains(from);
            let mv = BerkeleyMove::Step { from, to };
            let is_near_miss = is_occupied && from.distance(to) <= 3;
            if (is_any || is_near_miss) && !legal.contains(&mv) {
                self.draft.add(mv.to_string());
                return;
            }
        }
    }

    /// An own piece and an empty square that is near it in a list of all squares, beyond the edge
    /// of the board.
    fn around_the_edge(&mut self) -> Option<(Square, Square)> {
        let position = self.draft.position();
        let own: Vec<Square> = position.pieces(position.turn()).into_iter().collect();
        let from = self.dice.pick(&own)?;
        let is_near = |to: &Square| from.index().abs_diff(to.index()) <= 16;
        let far = position
            .empty()
            .into_iter()
            .filter(|to| from.distance(*to) > 3);
        let squares: Vec<Square> = far.filter(is_near).collect();
        Some((from, self.dice.pick(&squares)?))
    }

    pub(super) fn blank(&mut self) {
        let all = self.draft.legal_moves();
        let mv = self.dice.pick(&all).map(|mv| mv.to_string());
        let commented = self
            .dice
            .pick(&["a7-b7", "undo", "new", "clear", "quit", "that is all"]);
        let commented = commented.unwrap_or_default();
        let line = match (self.dice.below(5), mv) {
            (0, Some(mv)) => format!("   {mv}  "),
            (1, Some(mv)) => format!("{mv} # {commented}"),
            (2, _) => format!("# {commented}"),
            (3, _) => "help".to_owned(),
            _ => String::new(),
        };
        let is_move = line.contains('-') && !line.starts_with('#');
        self.draft.has_moved |= self.draft.add(line) && is_move;
    }
}
