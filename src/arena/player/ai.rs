//! Our own player.

use super::{Chosen, Failing, Player};
use crate::arena::control::{Allowance, AllowedTime};
use crate::board::{Color, Game, Move};
use crate::engine::{self, Evaluation, Limits, SearchTask, SearchTechniques};
use crate::notation::BerkeleyMove;
use crate::opponents::uai::engine::Clock;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How our own player plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AiSettings {
    /// What decides among moves that are about as good.
    pub seed: Option<u64>,
    /// How many threads it thinks with.
    pub threads: NonZeroUsize,
    /// What its search does.
    pub techniques: SearchTechniques,
    /// Whether it asks the exact solver first.
    pub solver: bool,
    /// How much memory its table takes, in bytes; `None` for what its limits can fill.
    pub table_bytes: Option<usize>,
}

impl Default for AiSettings {
    fn default() -> Self {
        Self {
            seed: None,
            threads: NonZeroUsize::MIN,
            techniques: SearchTechniques::all(),
            solver: true,
            table_bytes: None,
        }
    }
}

/// Our own player.
pub struct Ai<'a> {
    player: engine::Player<'a>,
    seed: Option<u64>,
    threads: NonZeroUsize,
    stop: &'a AtomicBool,
}

/// The most memory that a table takes unless it is told otherwise.
const TABLE: u64 = 32 << 20;
/// About how much memory a position takes in the table, with some room.
const BYTES_A_NODE: u64 = 256;
const SMALLEST_TABLE: u64 = 1 << 18;

impl<'a> Ai<'a> {
    /// A player that goes by this evaluation and looks at so many positions for a move, if
    /// that is known. Once `stop` is set it ends its thinking.
    #[must_use]
    pub fn new(
        settings: &AiSettings,
        evaluation: &'a dyn Evaluation,
        nodes: Option<u64>,
        stop: &'a AtomicBool,
    ) -> Self {
        let usual = nodes.map_or(TABLE, |nodes| {
            nodes
                .saturating_mul(BYTES_A_NODE)
                .clamp(SMALLEST_TABLE, TABLE)
        });
        let table_bytes = settings
            .table_bytes
            .unwrap_or_else(|| usize::try_from(usual).unwrap_or(usize::MAX));
        let player = engine::Player::new(&engine::PlayerOptions {
            evaluation,
            table_bytes,
            techniques: settings.techniques,
            solver: settings.solver,
        });
        Self {
            player,
            seed: settings.seed,
            threads: settings.threads,
            stop,
        }
    }
}

impl Player for Ai<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failing> {
        // What it plays must not depend on the games before.
        self.player.forget();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing> {
        let limits = Limits {
            time: thinking_time(allowance.time, game.position().plies()),
            nodes: allowance.nodes,
            depth: allowance.depth,
        };
        let task = SearchTask {
            position: game.position(),
            rules: game.rules(),
            limits,
            seed: self.seed,
            threads: self.threads,
        };
        let choice = self.player.choose(&task, self.stop);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failing::Interrupted);
        }
        // A game that goes on has a move.
        let mv = choice.map_or(Move::Pass, |choice| choice.mv);
        Ok(BerkeleyMove::of(mv, game.position()).into())
    }
}

/// How long to think with this time after so many plies of the game.
fn thinking_time(time: AllowedTime, plies: u32) -> Option<Duration> {
    /// What may be lost between a clock that is looked at and a move that is heard.
    const OVERHEAD: Duration = Duration::from_millis(20);
    match time {
        AllowedTime::Any => None,
        AllowedTime::Move(time) => Some(time),
        AllowedTime::Clock { own, increment, .. } => {
            let clock = Clock {
                left: own,
                increment,
                moves_to_go: None,
            };
            Some(clock.time_for_move(plies, OVERHEAD))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_run_down_by_a_move() {
        for (left, increment) in [(10_000, 0), (10_000, 100), (100, 1000), (10, 0), (0, 0)] {
            let [own, increment] = [left, increment].map(Duration::from_millis);
            let time = AllowedTime::Clock {
                own,
                other: own,
                increment,
            };
            for plies in [0, 30, 300] {
                let thinks = thinking_time(time, plies).expect("a time");
                assert!(thinks <= own / 2, "{left} {plies} {thinks:?}");
            }
        }
    }
}
