//! An opponent that makes random moves.

use crate::opponents::opponent::{Chosen, Opponent, PlayError};
use crate::opponents::time_control::Allowance;
use ataxx_core::board::{Game, Move};
use ataxx_core::engine::random_move;
use ataxx_core::notation::BerkeleyMove;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

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
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, PlayError> {
        let mv = random_move(game.position(), game.rules(), &mut self.random);
        let mv = mv.unwrap_or(Move::Pass);
        Ok(BerkeleyMove::of(mv, game.position()).into())
    }
}
