//! What a contestant has achieved.

use super::{FaultKind, Finished};
use crate::board::Color;

/// What a contestant has achieved in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games it has won.
    pub won: u32,
    /// How many nobody has won.
    pub drawn: u32,
    /// How many it has lost.
    pub lost: u32,
    /// How many answers were no legal moves.
    pub illegal: u32,
    /// How many moves did not come in time.
    pub late: u32,
    /// How often it ended without an answer.
    pub crashes: u32,
}

impl Tally {
    /// Counts a game in which it had this colour.
    pub fn add(&mut self, game: &Finished, color: Color) {
        match game.outcome().winner {
            Some(winner) if winner == color => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
        for ply in game.plies().iter().filter(|ply| ply.color == color) {
            match ply.reason.fault().map(|fault| fault.kind) {
                Some(FaultKind::Illegal) => self.illegal += 1,
                Some(FaultKind::Late) => self.late += 1,
                Some(FaultKind::Crash) => self.crashes += 1,
                None => {}
            }
        }
    }

    /// How many games there were.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// How many faults there were.
    #[must_use]
    pub const fn faults(&self) -> u32 {
        self.illegal + self.late + self.crashes
    }
}
