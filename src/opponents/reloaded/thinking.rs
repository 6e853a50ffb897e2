//! How the AI of this program plays Reloaded.

use crate::board::{Position, Rules};
use crate::engine::{self, Limits, SearchTask, StopReason};
use crate::notation::{BerkeleyMove, ReloadedMove};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How the AI of this program thinks about a move of Reloaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// How long, with [`LONGEST`](Self::LONGEST) at most; `None` for the usual time, or for
    /// as long as it takes where `nodes` or `seed` are given.
    pub time: Option<Duration>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// With a seed it plays the same on any machine and under any load: it stops after
    /// [`SEEDED_NODES`](Self::SEEDED_NODES) or `nodes`, and not by the clock.
    pub seed: Option<u64>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; a pass where there is no other, and where the game is over.
    pub mv: ReloadedMove,
    /// The clock had to end what a count of positions should have: another run may choose
    /// another move.
    pub cut_short: bool,
}

impl Thinking {
    /// Whatever is wished, it takes no longer: an agent has five seconds, and has to be
    /// started, read and heard as well.
    pub const LONGEST: Duration = Duration::from_millis(3500);
    /// How long it thinks if nothing is wished.
    pub const USUAL: Duration = Duration::from_secs(1);
    /// How many positions it looks at with a seed: a fraction of a second on most machines.
    pub const SEEDED_NODES: u64 = 300_000;

    /// Chooses a move for the side to move. Once `stop` is set, the best so far is chosen.
    ///
    /// It remembers nothing: the same position gets the same answer, whatever came before.
    #[must_use]
    pub fn choose(&self, position: &Position, stop: &AtomicBool) -> Thought {
        let rules = Rules::RELOADED;
        let by_count = self.nodes.is_some() || self.seed.is_some();
        let time = match self.time {
            _ if self.seed.is_some() => Self::LONGEST,
            Some(time) => time.min(Self::LONGEST),
            None if by_count => Self::LONGEST,
            None => Self::USUAL,
        };
        let task = SearchTask {
            position,
            rules: &rules,
            limits: Limits {
                time: Some(time),
                nodes: self.nodes.or(self.seed.map(|_| Self::SEEDED_NODES)),
                depth: None,
            },
            seed: self.seed,
            threads: NonZeroUsize::MIN,
        };
        match engine::choose(&task, stop) {
            Some(choice) => Thought {
                mv: ReloadedMove::of(choice.mv, position),
                cut_short: self.seed.is_some() && choice.stopped == StopReason::Time,
            },
            None => Thought {
                mv: ReloadedMove(BerkeleyMove::Pass),
                cut_short: false,
            },
        }
    }
}
