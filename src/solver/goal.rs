//! What can be asked of a position, and moves that do what it allows.

use super::budget::Stop;
use super::inquiry::Inquiry;
use super::left::Left;
use super::node::{Aim, Side};
use super::plies::Plies;
use crate::board::{Color, Move, Position};

/// What a side can or cannot force.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub attacker: Color,
    pub aim: Aim,
    pub left: Left,
}

/// That a side can force something, or that it cannot.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    pub goal: Goal,
    pub can: bool,
}

impl Goal {
    /// To win within so many plies.
    pub fn win(attacker: Color, plies: u16) -> Self {
        Self {
            attacker,
            aim: Aim::Win,
            left: Left::Plies(plies),
        }
    }

    /// What is left to do after a move; `None` if the move is out of the question.
    pub fn after(self, position: &Position, mv: Move) -> Option<Self> {
        let side = if position.turn() == self.attacker {
            Side::Attacker
        } else {
            Side::Defender
        };
        let left = self.left.after(side, mv)?;
        Some(Self { left, ..self })
    }
}

impl Inquiry<'_> {
    /// All moves after which a goal is as much within reach as before, or as much out of
    /// reach (`can` says which), in the order of moves.
    pub fn all_moves(
        &mut self,
        position: &Position,
        goal: Goal,
        can: bool,
    ) -> Result<Vec<Move>, Stop> {
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            if self.keeps(position, mv, goal, can)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// All moves after which a side can still force what it is after, however long it
    /// takes and however few of its moves are extends, in the order of moves.
    ///
    /// A move that is no extend spends some of what a search without a limit on plies
    /// allows, and keeps the verdict nevertheless where more of it will do.
    pub fn all_moves_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<Vec<Move>, Stop> {
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            let next = position.after(mv, self.rules);
            if self.can_force_in_time(&next, attacker, aim)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// Whether a side can force what it is after some time. It cannot where the other
    /// side can force the contrary.
    fn can_force_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<bool, Stop> {
        for idle in 0..Plies::MOST.0 {
            let left = Left::Idle(idle);
            let goal = Goal {
                attacker,
                aim,
                left,
            };
            if self.can_force(position, goal)? {
                return Ok(true);
            }
            let contrary = Goal {
                attacker: !attacker,
                aim: aim.contrary(),
                left,
            };
            if self.can_force(position, contrary)? {
                return Ok(false);
            }
        }
        Err(Stop::TooDeep)
    }

    /// One move that keeps a goal in or out of reach; `None` where there is none.
    pub fn one_move(
        &mut self,
        position: &Position,
        goal: Goal,
        can: bool,
    ) -> Result<Option<Move>, Stop> {
        let hint = self.hint(position, goal);
        let all = position.legal_moves(self.rules);
        for mv in hint.into_iter().chain(all) {
            if self.keeps(position, mv, goal, can)? {
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
        can: bool,
    ) -> Result<bool, Stop> {
        let next = position.after(mv, self.rules);
        match goal.after(position, mv) {
            Some(goal) => Ok(self.can_force(&next, goal)? == can),
            None => Ok(!can),
        }
    }
}
