//! The players of a refereed game.

use super::time_control::Allowance;
use ataxx_core::board::{Color, Game};
use ataxx_core::notation::{BerkeleyMove, SearchSummary};
use std::time::Duration;
use thiserror::Error;

/// A player of a refereed game: an engine, a program, a person.
///
/// One value plays any number of games, one after the other. The referee
/// ([`play`](super::game::play)) checks its moves and its time.
///
/// A [`Subject`](super::subject::Subject) is something else: a program under test, to which a
/// scenario sends anything, whether a game is played or not.
pub trait Opponent {
    /// Prepares for a game that stands like this, with this colour. It is called before
    /// each game. An opponent that does not get ready forfeits the game.
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), PlayError> {
        let _ = (game, color);
        Ok(())
    }

    /// Chooses the next move of the game, in which it is to move. The move need not be
    /// legal.
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, PlayError>;

    /// Asks it to end. An opponent that is dropped without this is killed.
    fn quit(&mut self) {}
}

/// A move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub mv: BerkeleyMove,
    /// The thinking time, where the opponent measures it better than the referee can.
    pub took: Option<Duration>,
    /// What it reports about its search, without the time.
    pub search: SearchSummary,
}

impl From<BerkeleyMove> for Chosen {
    fn from(mv: BerkeleyMove) -> Self {
        Self {
            mv,
            took: None,
            search: SearchSummary::default(),
        }
    }
}

/// Why an opponent made no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// It did something wrong. The referee decides what that costs.
    Fault(Fault),
    /// It cannot go on, which is no fault in the game.
    Absent(Absence),
}

/// What an opponent did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What it did, in words.
    pub what: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A move that is not legal, or an answer that is not what was asked for.
    IllegalMove,
    /// A move that came after the time was over.
    Time,
    /// The process ended, or closed its output.
    Crash,
    /// No answer at all.
    Stall,
    /// More output than the limit.
    Flood,
}

impl FaultKind {
    /// All kinds, the usual ones of each name first.
    pub const ALL: [Self; 5] = [
        Self::IllegalMove,
        Self::Time,
        Self::Crash,
        Self::Stall,
        Self::Flood,
    ];

    /// The name in results. Too much output counts as a stall.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Stall | Self::Flood => "stall",
        }
    }

    /// Whether the opponent gave no usable answer any more, so that its last words are of
    /// interest.
    pub const fn is_silence(self) -> bool {
        matches!(self, Self::Crash | Self::Stall | Self::Flood)
    }
}

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Absence {
    /// The program cannot be started, for this reason.
    #[error("{0}")]
    NotStarted(String),
    /// The person has left.
    #[error("the player has left")]
    Left,
    /// Cancellation was requested.
    #[error("interrupted")]
    Interrupted,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
        }
    }
}

impl PlayError {
    /// A fault of this kind.
    pub fn fault(kind: FaultKind, what: impl Into<String>) -> Self {
        Self::Fault(Fault::new(kind, what))
    }

    /// The program cannot be started, for this reason.
    pub fn not_started(reason: impl Into<String>) -> Self {
        Self::Absent(Absence::NotStarted(reason.into()))
    }
}

impl From<Absence> for PlayError {
    fn from(absence: Absence) -> Self {
        Self::Absent(absence)
    }
}
