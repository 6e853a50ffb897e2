//! How the AI of this program plays Reloaded.

use ataxx_core::Cancellation;
use ataxx_core::board::{Position, Rules};
use ataxx_core::engine::{self, MoveBudget, SearchTask, StopReason};
use ataxx_core::notation::{BerkeleyMove, ReloadedMove};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How the AI of this program thinks about a move of Reloaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Time limit, within [`BUDGET`](Self::BUDGET); `None` for the usual time, or for no limit
    /// if `nodes` or `seed` are given.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// With a seed it plays the same on any machine and under any load: the search ends after
    /// [`SEEDED_NODES`](MoveBudget::SEEDED_NODES) or `nodes`, and not by the clock.
    pub seed: Option<u64>,
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; a pass where there is no other, and where the game is over.
    pub mv: ReloadedMove,
    /// Whether the clock ended a seeded search. Another run may choose another move.
    pub cut_short: bool,
}

impl Thinking {
    /// An agent has five seconds, its start and the communication included.
    pub const BUDGET: MoveBudget = MoveBudget {
        usual: Duration::from_secs(1),
        longest: Duration::from_millis(3500),
    };

    /// Chooses a move for the side to move. Once `stop` is requested, it is the best move so far.
    ///
    /// Nothing is kept between two calls.
    pub fn choose(&self, position: &Position, stop: &Cancellation) -> Thought {
        let rules = Rules::RELOADED;
        let task = SearchTask {
            position,
            rules: &rules,
            limits: Self::BUDGET.limits(self.time, self.nodes, self.seed.is_some()),
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
