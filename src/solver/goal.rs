//! Goals of a side, and the moves that reach or prevent them.

use super::budget::Interruption;
use super::horizon::Horizon;
use super::node::Side;
use super::plies::Plies;
use super::prover::Prover;
use crate::board::{Color, Move, Position};

/// What a side tries to force, against any play of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// That it wins.
    Win,
    /// That it does not lose.
    Hold,
}

impl Aim {
    /// The aim with which the other side prevents this one.
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Hold,
            Self::Hold => Self::Win,
        }
    }
}

/// What a side tries to force, and within which horizon.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub attacker: Color,
    pub aim: Aim,
    pub horizon: Horizon,
}

/// A proved statement: a side can force a goal, or it cannot.
#[derive(Clone, Copy, Debug)]
pub struct Lemma {
    pub goal: Goal,
    pub holds: bool,
}

impl Goal {
    /// To win within this many plies.
    pub fn win(attacker: Color, plies: u16) -> Self {
        Self {
            attacker,
            aim: Aim::Win,
            horizon: Horizon::Plies(plies),
        }
    }

    /// The goal after a move; `None` if the move exceeds the horizon.
    pub fn after(self, position: &Position, mv: Move) -> Option<Self> {
        let side = if position.turn() == self.attacker {
            Side::Attacker
        } else {
            Side::Defender
        };
        let horizon = self.horizon.after(side, mv)?;
        Some(Self { horizon, ..self })
    }
}

impl Prover<'_> {
    /// All moves that keep a lemma true, in move order: moves after which the goal can
    /// still be forced, or (`holds` is false) still cannot.
    pub fn all_moves(
        &mut self,
        position: &Position,
        goal: Goal,
        holds: bool,
    ) -> Result<Vec<Move>, Interruption> {
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            if self.keeps(position, mv, goal, holds)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// All moves after which a side can still force its aim, within any horizon, in move
    /// order.
    ///
    /// A move that is not an extend reduces the horizon, and still keeps the verdict if a
    /// larger horizon is enough.
    pub fn all_moves_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<Vec<Move>, Interruption> {
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            let next = position.after(mv, self.rules);
            if self.can_force_in_time(&next, attacker, aim)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// Whether a side can force its aim within any horizon. It cannot if the other side can
    /// force the opposite.
    fn can_force_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<bool, Interruption> {
        for non_extends in 0..Plies::MOST.0 {
            let horizon = Horizon::NonExtends(non_extends);
            let goal = Goal {
                attacker,
                aim,
                horizon,
            };
            if self.can_force(position, goal)? {
                return Ok(true);
            }
            let opposite = Goal {
                attacker: !attacker,
                aim: aim.opposite(),
                horizon,
            };
            if self.can_force(position, opposite)? {
                return Ok(false);
            }
        }
        Err(Interruption::TooDeep)
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
