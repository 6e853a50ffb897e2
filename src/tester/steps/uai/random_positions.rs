//! Positions of random play.

use ataxx_core::board::{Move, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Positions of games that are not over, as random play from the start leads to them, with
/// gaps in a third of them. A seed gives the same positions everywhere and always.
pub struct Positions {
    random: ChaCha8Rng,
}

impl Positions {
    /// The positions of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        // A share of at most 49 in 2^64 is no matter here.
        usize::try_from(self.random.next_u64() % limit as u64).unwrap_or(0)
    }

    fn start(&mut self) -> Position {
        let mut position = Position::start();
        if self.below(3) == 0 {
            for _ in 0..=self.below(4) {
                let square = Square::from_index(self.below(Square::COUNT));
                // A square that cannot be blocked is left as it is.
                let blocked = square.and_then(|sq| position.with_block(sq, &Rules::UAI).ok());
                position = blocked
                    .filter(|blocked| blocked.outcome(&Rules::UAI).is_none())
                    .unwrap_or(position);
            }
        }
        position
    }
}

impl Iterator for Positions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let mut position = self.start();
        for _ in 0..self.below(60) {
            let moves: Vec<Move> = position.legal_moves(&Rules::UAI).collect();
            if moves.is_empty() {
                break;
            }
            let next = position.after(moves[self.below(moves.len())], &Rules::UAI);
            if next.outcome(&Rules::UAI).is_some() {
                break;
            }
            position = next;
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_positions_and_another_others() {
        let positions = |seed| Positions::new(seed).take(50).collect::<Vec<_>>();
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
    }

    #[test]
    fn they_are_of_many_kinds() {
        let positions: Vec<Position> = Positions::new(3).take(300).collect();
        let rules = &Rules::UAI;
        let is_over = |position: &Position| position.outcome(rules).is_some();
        let over = positions
            .iter()
            .filter(|position| is_over(position))
            .count();
        assert_eq!(over, 0);
        assert!(
            positions
                .iter()
                .any(|position| !position.blocks().is_empty())
        );
        assert!(
            positions
                .iter()
                .any(|position| position.turn() != Position::start().turn())
        );
    }
}
