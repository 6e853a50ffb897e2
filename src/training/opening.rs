//! Where games begin.

use crate::board::{Move, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A position six to twelve random plies into a game, with blocks in a third of them.
pub(super) fn opening(rules: &Rules, random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut position = Position::start();
        if random.next_u32().is_multiple_of(3) {
            for _ in 0..=random.next_u32() % 4 {
                let square = Square::from_index(below(random, Square::COUNT));
                // A square that cannot be blocked is left as it is.
                if let Some(blocked) = square.and_then(|sq| position.with_block(sq, rules).ok()) {
                    position = blocked;
                }
            }
        }
        for _ in 0..6 + random.next_u32() % 7 {
            let moves: Vec<Move> = position.legal_moves(rules).collect();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[below(random, moves.len())], rules);
        }
        if position.outcome(rules).is_none() {
            return position;
        }
    }
}

fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    usize::try_from(random.next_u64() % limit as u64).unwrap_or(0)
}

/// Positions all over the game, for tests.
#[cfg(test)]
pub(super) fn positions(seed: u64, count: usize) -> Vec<Position> {
    use rand_chacha::rand_core::SeedableRng;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = opening(&Rules::UAI, &mut random);
        for _ in 0..random.next_u32() % 40 {
            let moves: Vec<Move> = position.legal_moves(&Rules::UAI).collect();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[below(&mut random, moves.len())], &Rules::UAI);
        }
        positions.push(position);
    }
    positions
}
