//! The players of a refereed game, and those in this process: random moves, and our engine.

use super::failure::Failure;
use super::time_control::{Allowance, Timing};
use super::uai::engine::Clock;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::engine::{
    self, Evaluation, Level, Limits, Material, Network, SearchTask, SearchTechniques, random_move,
};
use ataxx_core::notation::{BerkeleyMove, SearchSummary};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

/// A player of a refereed game: an engine, a program, a person.
///
/// One value plays any number of games, one after the other. The referee
/// ([`play`](super::game::play)) checks its moves and its time. A failure that is a
/// [fault](super::FailureKind::is_fault) costs it the move or the game, any other ends the play.
///
/// A [`Subject`](super::subject::Subject) is something else: a program under test, to which a
/// scenario sends anything, whether a game is played or not.
pub trait Opponent {
    /// Prepares for a game that stands like this, with this colour. It is called before each game.
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), Failure> {
        let _ = (game, color);
        Ok(())
    }

    /// Chooses the next move of the game, in which it is to move. The move need not be
    /// legal.
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure>;

    /// Asks it to end. An opponent that is dropped without this is killed.
    fn quit(&mut self) {}
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
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

/// An opponent that makes random legal moves.
pub struct RandomMover {
    random: ChaCha8Rng,
}

impl RandomMover {
    /// The same seed gives the same moves.
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Opponent for RandomMover {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let mv = random_move(game.position(), game.rules(), &mut self.random);
        let mv = mv.unwrap_or(Move::Pass);
        Ok(BerkeleyMove::of(mv, game.position()).into())
    }
}

/// The settings of our engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineSettings {
    /// The seed that decides among moves of about the same value.
    pub seed: Option<u64>,
    /// The number of search threads.
    pub threads: NonZeroUsize,
    /// The techniques of its search.
    pub techniques: SearchTechniques,
    /// Whether it uses the exact solver first.
    pub solver: bool,
    /// Its level of play.
    pub level: Level,
    /// The size of its table, in bytes; `None` for one that its limits can fill.
    pub table_bytes: Option<usize>,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            seed: None,
            threads: NonZeroUsize::MIN,
            techniques: SearchTechniques::all(),
            solver: true,
            level: Level::FULL,
            table_bytes: None,
        }
    }
}

/// The evaluation of our engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluator {
    /// The network that the program comes with.
    Embedded,
    /// The count of pieces.
    Material,
    /// Another network.
    Network(Box<Network>),
}

impl Evaluator {
    /// The evaluation.
    pub fn evaluation(&self) -> &dyn Evaluation {
        match self {
            Self::Embedded => Network::embedded(),
            Self::Material => &Material,
            Self::Network(network) => &**network,
        }
    }

    /// The network; `None` if pieces are counted.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Self::Embedded => Some(Network::embedded()),
            Self::Material => None,
            Self::Network(network) => Some(network),
        }
    }
}

/// Our engine as an opponent.
pub struct EngineOpponent<'a> {
    player: engine::Player<'a>,
    seed: Option<u64>,
    threads: NonZeroUsize,
    cancel: &'a Cancellation,
}

impl<'a> EngineOpponent<'a> {
    /// An engine with this evaluation. `nodes` is the number of nodes for each move, if it is
    /// known. Once `cancel` is requested it makes no move.
    pub fn new(
        settings: &EngineSettings,
        evaluation: &'a dyn Evaluation,
        nodes: Option<u64>,
        cancel: &'a Cancellation,
    ) -> Self {
        let engine = engine::PlayerOptions {
            evaluation,
            table_bytes: settings
                .table_bytes
                .unwrap_or_else(|| engine::game_table_bytes(nodes)),
            techniques: settings.techniques,
            solver: settings.solver,
            level: settings.level,
        };
        Self {
            seed: settings.seed,
            threads: settings.threads,
            ..Self::with_settings(&engine, cancel)
        }
    }

    /// An engine with these settings, without a seed, on one thread.
    pub fn with_settings(settings: &engine::PlayerOptions<'a>, cancel: &'a Cancellation) -> Self {
        Self {
            player: engine::Player::new(settings),
            seed: None,
            threads: NonZeroUsize::MIN,
            cancel,
        }
    }
}

impl Opponent for EngineOpponent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failure> {
        // Its moves must not depend on earlier games.
        self.player.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let limits = Limits {
            time: thinking_time(allowance.time, game.position().plies()),
            nodes: allowance.nodes,
            depth: allowance.depth,
            proof_time: None,
        };
        let task = SearchTask {
            position: game.position(),
            rules: game.rules(),
            limits,
            seed: self.seed,
            threads: self.threads,
        };
        let choice = self.player.choose(&task, self.cancel);
        if self.cancel.is_requested() {
            return Err(Failure::interrupted());
        }
        // A game that goes on has a move.
        let mv = choice.as_ref().map_or(Move::Pass, |choice| choice.mv);
        let search = choice.map_or_else(SearchSummary::default, |choice| SearchSummary {
            score: Some(choice.score.into()),
            depth: Some(choice.depth),
            time: None,
            nodes: Some(choice.nodes),
        });
        Ok(Chosen {
            search,
            ..BerkeleyMove::of(mv, game.position()).into()
        })
    }
}

/// The time for a move after `plies` plies of the game.
fn thinking_time(time: Timing, plies: u32) -> Option<Duration> {
    /// The time that may be lost between reading the clock and receiving the move.
    const OVERHEAD: Duration = Duration::from_millis(20);
    match time {
        Timing::Free => None,
        Timing::PerMove(time) => Some(time),
        Timing::Clock {
            base,
            increment,
            moves,
        } => {
            let clock = Clock {
                left: base,
                increment,
                moves_to_go: moves.map(NonZeroU32::get),
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
            let [base, increment] = [left, increment].map(Duration::from_millis);
            let time = Timing::Clock {
                base,
                increment,
                moves: None,
            };
            for plies in [0, 30, 300] {
                let thinks = thinking_time(time, plies).expect("a time");
                assert!(thinks <= base / 2, "{left} {plies} {thinks:?}");
            }
        }
    }
}
