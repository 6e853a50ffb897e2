//! Random openings.

use crate::board::{Game, Move, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use std::ops::RangeInclusive;

/// The kind of random openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomOpening {
    /// The number of random plies.
    pub plies: RangeInclusive<u32>,
    /// Whether a third of the boards have blocks.
    pub blocks: bool,
}

impl RandomOpening {
    /// A random opening; `None` when the game has ended in it.
    pub fn game(&self, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Game> {
        let mut game = Game::new(*rules);
        if self.blocks && random.next_u32().is_multiple_of(3) {
            for _ in 0..=random.next_u32() % 4 {
                if let Some(square) = Square::from_index(random_below(random, Square::COUNT)) {
                    // A square that cannot be blocked is left as it is.
                    let _ = game.place_block(square);
                }
            }
        }
        let (least, most) = (*self.plies.start(), *self.plies.end());
        let choices = most.saturating_sub(least).saturating_add(1);
        for _ in 0..least + random.next_u32() % choices {
            let Some(mv) = random_move(game.position(), rules, random) else {
                break;
            };
            // A legal move is never refused.
            let _ = game.play(mv);
        }
        game.outcome().is_none().then_some(game)
    }
}

/// A position after six to twelve random plies. A third of the positions have blocks.
#[must_use]
pub fn opening(rules: &Rules, random: &mut ChaCha8Rng) -> Position {
    let usual = RandomOpening {
        plies: 6..=12,
        blocks: true,
    };
    loop {
        if let Some(game) = usual.game(rules, random) {
            return *game.position();
        }
    }
}

/// The position after this many random moves, or at the end of the game.
#[must_use]
pub fn random_walk(
    position: &Position,
    plies: u32,
    rules: &Rules,
    random: &mut ChaCha8Rng,
) -> Position {
    let mut position = *position;
    for _ in 0..plies {
        let Some(mv) = random_move(&position, rules, random) else {
            break;
        };
        position = position.after(mv, rules);
    }
    position
}

/// One of the legal moves; `None` when the game is over.
pub fn random_move(position: &Position, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves(rules).collect();
    (!moves.is_empty()).then(|| moves[random_below(random, moves.len())])
}

/// Puts a list in a random order.
pub fn shuffle<T>(list: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, random_below(random, last + 1));
    }
}

fn random_below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    usize::try_from(random.next_u64() % limit as u64).unwrap_or(0)
}

/// Positions from all phases of a game, the same for the same seed.
#[must_use]
pub fn positions(seed: u64, count: usize) -> Vec<Position> {
    use rand_chacha::rand_core::SeedableRng;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let position = opening(&Rules::UAI, &mut random);
        let plies = random.next_u32() % 40;
        positions.push(random_walk(&position, plies, &Rules::UAI, &mut random));
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let lines: Vec<String> = positions(4, 6).iter().map(Position::to_string).collect();
        insta::assert_snapshot!(lines.join("\n"), @"
        6o/xx5/1o4x/2o4/1o4x/x2x1xx/xx1x3 o 6 19
        1o-1-2/-1-1-1-/oo5/o6/oooo1xx/-o-1-x-/2-1-2 x 3 13
        1-2x-o/o2-3/-o4-/o2xx1o/-3x1-/xxo-1oo/1-3-1 o 5 16
        1-1oo-1/xx1x1o1/-x3o-/o1x4/-2x2-/5x1/o-3-1 o 1 18
        1oo3o/-4o-/-3o1-/7/-1o1o1-/-2oo1-/7 x 1 8
        3x1oo/2xx3/x6/2x3o/1x3o1/x6/x3ooo x 3 22
        ");
        let mut list: Vec<u32> = (0..12).collect();
        shuffle(&mut list, &mut ChaCha8Rng::seed_from_u64(4));
        insta::assert_snapshot!(format!("{list:?}"), @"[7, 4, 10, 8, 0, 9, 11, 6, 5, 3, 1, 2]");
    }

    #[test]
    fn openings_have_the_plies_that_are_asked_for() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let (mut lengths, mut blocked) = ([0; 6], 0);
        for _ in 0..900 {
            let kind = RandomOpening {
                plies: 3..=5,
                blocks: true,
            };
            let game = kind.game(&Rules::UAI, &mut random).expect("unfinished");
            lengths[game.position().plies() as usize] += 1;
            blocked += u32::from(!game.position().blocks().is_empty());
        }
        assert_eq!(lengths[..3], [0; 3]);
        assert!(lengths[3..].iter().all(|&games| games > 250), "{lengths:?}");
        // A block on a corner is left out, and with one of four chances there is only one.
        assert!((200..350).contains(&blocked), "{blocked}");
    }
}
