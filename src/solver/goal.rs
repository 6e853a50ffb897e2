//! Moves that do what a position allows.

use super::budget::Stop;
use super::inquiry::Inquiry;
use super::node::Left;
use crate::board::{Color, Move, Position};

/// What a move is to lead to: that the attacker can, or that it cannot, force a win
/// within so many plies, the move included.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub attacker: Color,
    pub left: Left,
    pub reached: bool,
}

impl Goal {
    /// In a position that the attacker wins in exactly so many plies: to win in as
    /// many, or to hold out longer than one less.
    pub fn best_play(position: &Position, attacker: Color, plies: u16) -> Self {
        let reached = position.turn() == attacker;
        Self {
            attacker,
            left: Left::plies(if reached { plies } else { plies - 1 }),
            reached,
        }
    }
}

impl Inquiry<'_> {
    /// All moves that reach the goal, in the order of moves.
    pub fn all_moves(&mut self, position: &Position, goal: Goal) -> Result<Vec<Move>, Stop> {
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            if self.reaches(position, mv, goal)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// A move that reaches the goal, which is known to be possible.
    pub fn one_move(&mut self, position: &Position, goal: Goal) -> Result<Option<Move>, Stop> {
        let hint = self.hint(position, goal.attacker, goal.left);
        let all = position.legal_moves(self.rules);
        for mv in hint.into_iter().chain(all) {
            if self.reaches(position, mv, goal)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn reaches(&mut self, position: &Position, mv: Move, goal: Goal) -> Result<bool, Stop> {
        let next = position.after(mv, self.rules);
        // With no ply left after none, there is nothing to lose by any move.
        let left = if goal.left == Left::plies(0) {
            return Ok(!goal.reached);
        } else {
            goal.left.next()
        };
        Ok(self.wins(&next, goal.attacker, left)? == goal.reached)
    }
}
