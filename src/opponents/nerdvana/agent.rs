//! This program as an agent.

use super::request::{AgentMove, Request};
use crate::opponents::Failure;
use crate::opponents::opponent::{EngineOpponent, EngineSettings, Opponent};
use crate::opponents::time_control::{Allowance, Timing};
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_core::engine::{MoveBudget, Network};
use std::time::{Duration, Instant};

/// How our engine thinks about a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnThinking {
    /// Time limit; `None` for a share of the time left on the clock, or for no limit if `nodes` or
    /// `seed` are given.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// With a seed the same request has the same answer on any machine.
    pub seed: Option<u64>,
}

impl OwnThinking {
    /// The move in this position.
    pub fn choose(&self, request: &Request, cancel: &Cancellation) -> Result<AgentMove, Failure> {
        let position = request.position;
        let game = Game::from_position(Rules::NERDVANA, position);
        if game.outcome().is_some() {
            return Err(Failure::refused("the game is over: there is no legal move"));
        }
        let color = position.turn();
        let (left, other) = (
            request.clocks[color.index()],
            request.clocks[(!color).index()],
        );
        let nodes = self.nodes.or(self.seed.map(|_| MoveBudget::SEEDED_NODES));
        let allowance = Allowance {
            time: match (self.time, nodes) {
                (Some(time), _) => Timing::PerMove(time.min(left / 2)),
                (None, Some(_)) => Timing::Free,
                (None, None) => Timing::Clock {
                    base: left,
                    increment: Duration::ZERO,
                    moves: None,
                },
            },
            other: (other, Duration::ZERO),
            nodes,
            depth: None,
            wait: left,
            deadline: Instant::now() + left,
        };
        let settings = EngineSettings {
            seed: self.seed,
            ..EngineSettings::default()
        };
        let mut engine = EngineOpponent::new(&settings, Network::embedded(), nodes, cancel);
        let mv = engine.choose(&game, &allowance)?.mv;
        match mv.on(&position) {
            Some(mv) => Ok(AgentMove(mv)),
            None => Err(Failure::refused("there is no legal move")),
        }
    }
}
