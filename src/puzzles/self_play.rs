//! Games of the player against itself, for mining.

use crate::opponents::RandomOpening;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchTask};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;

/// The node limit for a move: weak play leaves something to find.
const NODES: u64 = 200;
const TABLE_BYTES: usize = 1 << 18;

/// A game of the player against itself, after a random opening. It depends on the seed and the
/// number only; games with even numbers are played by the rules `2022`, the others by `uai`.
pub fn self_play(seed: u64, number: u64, cancel: &Cancellation) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let rules = if number.is_multiple_of(2) {
        Rules::BERKELEY_2022
    } else {
        Rules::UAI
    };
    let opening = RandomOpening {
        plies: 4..=10,
        blocks: true,
    };
    let mut game = loop {
        if let Some(game) = opening.game(&rules, &mut random) {
            break game;
        }
    };
    let mut player = Player::new(&PlayerOptions {
        table_bytes: TABLE_BYTES,
        solver: false,
        ..PlayerOptions::default()
    });
    while game.outcome().is_none() && !cancel.is_requested() {
        let task = SearchTask {
            position: game.position(),
            rules: &rules,
            limits: Limits::of_nodes(NODES),
            seed: Some(random.next_u64()),
            threads: NonZeroUsize::MIN,
        };
        let Some(choice) = player.choose(&task, cancel) else {
            break;
        };
        // A legal move is never refused.
        let _ = game.play(choice.mv);
    }
    game
}
