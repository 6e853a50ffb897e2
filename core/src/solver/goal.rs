//! Goals of a side, and proved statements about them.

use super::horizon::Horizon;
use super::roles::{Aim, Side};
use crate::board::{Color, Move, Position};

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
