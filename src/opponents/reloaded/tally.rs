//! The results and faults of a player of Reloaded.

use crate::opponents::FaultKind;
use crate::opponents::game::Ended;
use ataxx_core::board::Color;
use ataxx_core::notation::GameResult;

/// The results and faults of a player in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Answers that were no legal move.
    pub illegal: u32,
    /// Moves that did not come in time.
    pub late: u32,
    /// Processes that ended without an answer.
    pub crashes: u32,
}

impl Tally {
    /// Counts a game in which the player had this colour.
    pub fn add(&mut self, game: &Ended, color: Color) {
        match game.result {
            GameResult::Win(winner) if winner == color => self.won += 1,
            GameResult::Win(_) => self.lost += 1,
            GameResult::Draw | GameResult::Unfinished => self.drawn += 1,
        }
        for ply in game.plies.iter().filter(|ply| ply.color == color) {
            match ply.reason.fault().map(|fault| fault.kind) {
                Some(FaultKind::IllegalMove | FaultKind::Flood) => self.illegal += 1,
                Some(FaultKind::Time | FaultKind::Stall) => self.late += 1,
                Some(FaultKind::Crash) => self.crashes += 1,
                None => {}
            }
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The number of faults.
    pub const fn faults(&self) -> u32 {
        self.illegal + self.late + self.crashes
    }
}
