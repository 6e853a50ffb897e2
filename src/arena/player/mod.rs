//! Whoever plays games.

mod agent;
mod ai;
mod text;
mod uai;

pub use agent::Agent;
pub use ai::{Ai, AiSettings};
pub use text::TextPlayer;
pub use uai::UaiPlayer;

use super::control::Allowance;
use super::played::Forfeit;
use crate::board::{Color, Game};
use crate::notation::BerkeleyMove;
use crate::opponents::subject::Trouble;
use std::time::Duration;

/// Whoever plays games, one after the other.
pub trait Player {
    /// Makes ready to play this color in a game that stands like this, unless it has done
    /// something wrong before: then it is not asked any more.
    ///
    /// # Errors
    ///
    /// When it does not get ready.
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), Failing>;

    /// Chooses the next move in the game that it has begun, which has gone on since. It is
    /// its turn. What it chooses need not be legal.
    ///
    /// # Errors
    ///
    /// When it names no move.
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing>;

    /// Says goodbye. Without it a player is ended without a word.
    fn quit(&mut self) {}
}

/// A move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub mv: BerkeleyMove,
    /// How long it took to choose it, where that is known better than by whoever has
    /// asked.
    pub took: Option<Duration>,
}

impl From<BerkeleyMove> for Chosen {
    fn from(mv: BerkeleyMove) -> Self {
        Self { mv, took: None }
    }
}

/// Why somebody does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It gives the game away; what it did.
    Forfeit(Forfeit, String),
    /// It cannot play at all, for this reason.
    NotStarted(String),
    /// We were told to stop.
    Interrupted,
}

impl From<Trouble> for Failing {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::TimeOut(what) => Self::Forfeit(Forfeit::Stall, what),
            Trouble::Crash(what) => Self::Forfeit(Forfeit::Crash, what),
            Trouble::Wrong(what) | Trouble::Refused(what) => {
                Self::Forfeit(Forfeit::IllegalMove, what)
            }
            Trouble::NotStarted(what) | Trouble::Unsupported(what) => Self::NotStarted(what),
            Trouble::Interrupted => Self::Interrupted,
        }
    }
}
