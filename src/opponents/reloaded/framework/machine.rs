//! Contestants in this process.

use super::{Absence, Choice, Contestant, Situation};
use crate::board::{Move, Position, Rules};
use crate::notation::ReloadedMove;
use crate::opponents::reloaded::Thinking;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::atomic::{AtomicBool, Ordering};

/// The AI of this program.
pub struct Machine<'a> {
    thinking: Thinking,
    stop: &'a AtomicBool,
}

/// Somebody who makes any legal move.
pub struct RandomMover {
    random: ChaCha8Rng,
}

impl<'a> Machine<'a> {
    /// An AI that thinks like this until it is told to stop.
    #[must_use]
    pub const fn new(thinking: Thinking, stop: &'a AtomicBool) -> Self {
        Self { thinking, stop }
    }
}

impl Contestant for Machine<'_> {
    fn choose(&mut self, situation: &Situation) -> Result<Choice, Absence> {
        let thought = self.thinking.choose(situation.position(), self.stop);
        // What it had found by then is not what it would have played.
        if self.stop.load(Ordering::Relaxed) {
            return Err(Absence::Interrupted);
        }
        Ok(Ok(thought.mv))
    }
}

impl RandomMover {
    /// With the same seed it makes the same choices.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Contestant for RandomMover {
    fn choose(&mut self, situation: &Situation) -> Result<Choice, Absence> {
        let position = situation.position();
        let mv = random_move(position, &mut self.random);
        Ok(Ok(ReloadedMove::of(mv, position)))
    }
}

/// Any legal move, each with the same chance; a pass where there is none.
pub fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Move {
    let rules = Rules::RELOADED;
    let moves: Vec<Move> = position.legal_moves(&rules).collect();
    // A 64-bit number is close enough to being divided evenly among some hundred moves.
    let place = usize::try_from(random.next_u64() % (moves.len().max(1) as u64)).unwrap_or(0);
    moves.get(place).copied().unwrap_or(Move::Pass)
}
