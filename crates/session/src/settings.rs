//! The settings of a session, its players and their strength, and the states of a game.

use ataxx_core::engine::{Level, Limits, MoveBudget};
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The settings of a session, which do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionSettings {
    /// The time of an AI without a seed for each move; `None` for the default, which falls with
    /// the length of the game, or no limit where `nodes` is given.
    pub move_time: Option<Duration>,
    /// The node limit of an AI for each move; `None` for no limit, or the default where there
    /// is a seed, which falls likewise.
    pub nodes: Option<u64>,
    /// The number of threads of an AI without a seed.
    pub threads: NonZeroUsize,
    /// The node limit of the solver, so that a file of commands comes to an end.
    pub solver_nodes: u64,
}

impl SessionSettings {
    /// The longest time for a move: one of the ten seconds that the documents allow is kept in
    /// reserve.
    pub const MAX_THINKING_TIME: Duration = Duration::from_secs(9);
    /// The default time for the first move of a game.
    pub const USUAL: Duration = Duration::from_millis(300);

    /// The default time for a move after this many plies.
    pub fn usual_time(plies: usize) -> Duration {
        Self::USUAL * usual_share(plies) / SHARE_OF_FIRST
    }

    /// The limits of a move after this many plies.
    pub(super) fn limits(self, plies: usize, is_seeded: bool) -> Limits {
        let budget = MoveBudget {
            usual: Self::usual_time(plies),
            longest: Self::MAX_THINKING_TIME,
        };
        let limits = budget.limits(self.move_time, self.nodes, is_seeded);
        let share = u64::from(usual_share(plies));
        let seeded_nodes = MoveBudget::SEEDED_NODES * share / u64::from(SHARE_OF_FIRST);
        Limits {
            nodes: self.nodes.or(is_seeded.then_some(seeded_nodes)),
            ..limits
        }
    }
}

/// The share of the first move, see [`usual_share`].
const SHARE_OF_FIRST: u32 = 1_000_000;

/// What a move after this many plies gets by default, in millionths of the first one: always the
/// same fraction of what is left for the game, which is 133 times the first move or 40 seconds, so
/// that a game between two AIs of any length takes less than a minute. It does not fall below what
/// a good move takes. Integers give the same on every machine, for AIs with a seed.
fn usual_share(plies: usize) -> u32 {
    const MOVES: u32 = 133;
    const LEAST: u32 = SHARE_OF_FIRST / 15;
    let share = (0..plies.min(1000)).fold(SHARE_OF_FIRST, |share, _| share - share / MOVES);
    share.max(LEAST)
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self {
            move_time: None,
            nodes: None,
            threads: NonZeroUsize::MIN,
            solver_nodes: 20_000_000,
        }
    }
}

/// How strong an AI plays, where it differs from the settings of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// At a level.
    Level(Level),
    /// At a level that was proposed and not chosen: an AI that is ordered by a command plays by
    /// the settings.
    Proposed(Level),
    /// At full strength with this time for each move, at most
    /// [`SessionSettings::MAX_THINKING_TIME`].
    MoveTime(Duration),
}

impl Strength {
    pub(super) fn level(self) -> Level {
        match self {
            Self::Level(level) | Self::Proposed(level) => level,
            Self::MoveTime(_) => Level::FULL,
        }
    }

    /// The time that it sets itself; `None` for the limits of the settings.
    pub(super) fn move_time(self) -> Option<Duration> {
        match self {
            Self::Level(_) | Self::Proposed(_) => None,
            Self::MoveTime(time) => Some(time),
        }
    }
}

/// The player of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    Manual,
    /// An AI.
    Ai {
        /// Its seed; `None` for an AI whose moves are not repeatable.
        seed: Option<i64>,
    },
    /// A remote program.
    Remote,
}

impl Player {
    /// Whether an AI makes the moves.
    pub const fn is_ai(self) -> bool {
        matches!(self, Self::Ai { .. })
    }

    /// The seed of an AI that has one.
    pub const fn seed(self) -> Option<i64> {
        match self {
            Self::Ai { seed } => seed,
            Self::Manual | Self::Remote => None,
        }
    }
}

/// The state of a game in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Parameters are set and a position is entered; no result is announced.
    SetUp,
    /// Players make their moves.
    Playing,
    /// The game is over.
    Finished,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SetUp => "set-up",
            Self::Playing => "playing",
            Self::Finished => "finished",
        })
    }
}
