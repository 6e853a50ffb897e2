//! Moves that reach or prevent a goal.

use super::budget::Interruption;
use super::goal::Goal;
use super::prover::Prover;
use super::roles::Aim;
use crate::board::{Color, Move, Position};

impl Prover<'_> {
    /// Adds all moves that keep a lemma true, in move order: moves after which the goal can
    /// still be forced, or (`holds` is false) still cannot.
    pub fn all_moves(
        &mut self,
        position: &Position,
        goal: Goal,
        holds: bool,
        moves: &mut Vec<Move>,
    ) -> Result<(), Interruption> {
        for mv in position.legal_moves(self.rules) {
            self.check_nodes()?;
            if self.keeps(position, mv, goal, holds)? {
                moves.push(mv);
            }
        }
        Ok(())
    }

    /// Adds all moves after which a side can still force its aim, within any horizon, in
    /// move order.
    ///
    /// A move that is not an extend reduces the horizon, and still keeps the verdict if a
    /// larger horizon is enough.
    pub fn all_moves_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
        moves: &mut Vec<Move>,
    ) -> Result<(), Interruption> {
        for mv in position.legal_moves(self.rules) {
            self.check_nodes()?;
            let next = position.after(mv, self.rules);
            if self.can_force_in_time(&next, attacker, aim)? {
                moves.push(mv);
            }
        }
        Ok(())
    }

    /// Whether a side can force its aim within any horizon. It cannot if the other side can
    /// force the opposite.
    fn can_force_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<bool, Interruption> {
        let questions = [(attacker, aim), (!attacker, aim.opposite())];
        self.ask_in_turns(position, &questions, |goal| Some(goal.attacker == attacker))
    }

    /// One move that keeps a lemma true; `None` if there is none.
    pub fn one_move(
        &mut self,
        position: &Position,
        goal: Goal,
        holds: bool,
    ) -> Result<Option<Move>, Interruption> {
        let table_move = self.table_move(position, goal);
        let all = position.legal_moves(self.rules);
        for mv in table_move.into_iter().chain(all) {
            if self.keeps(position, mv, goal, holds)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn keeps(
        &mut self,
        position: &Position,
        mv: Move,
        goal: Goal,
        holds: bool,
    ) -> Result<bool, Interruption> {
        let next = position.after(mv, self.rules);
        match goal.after(position, mv) {
            Some(goal) => Ok(self.can_force(&next, goal)? == holds),
            None => Ok(!holds),
        }
    }
}
