//! An opponent that makes random moves.

use crate::board::{Game, Move};
use crate::notation::BerkeleyMove;
use crate::opponents::opponent::{Chosen, Opponent, PlayError};
use crate::opponents::time_control::Allowance;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// An opponent that makes random legal moves.
pub struct RandomMover {
    random: ChaCha8Rng,
}

impl RandomMover {
    /// The same seed gives the same moves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Opponent for RandomMover {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, PlayError> {
        let mv = random_move(game, &mut self.random);
        Ok(BerkeleyMove::of(mv, game.position()).into())
    }
}

/// A random legal move; a pass where there is none.
pub fn random_move(game: &Game, random: &mut ChaCha8Rng) -> Move {
    let moves: Vec<Move> = game.position().legal_moves(game.rules()).collect();
    // The bias of a 64-bit number among some hundred moves does not matter.
    let place = usize::try_from(random.next_u64() % (moves.len().max(1) as u64)).unwrap_or(0);
    moves.get(place).copied().unwrap_or(Move::Pass)
}
