//! The players of a refereed game.

use super::failure::Failure;
use super::time_control::Allowance;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::engine::random_move;
use ataxx_core::notation::{BerkeleyMove, SearchSummary};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
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

/// Time limit for the end of a program after `quit`.
pub(super) const QUIT_TIME: Duration = Duration::from_secs(1);

/// A move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
