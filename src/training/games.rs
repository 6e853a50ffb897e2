//! Games of the player against itself.

use super::samples::Sample;
use crate::ai::{Evaluation, Limits, Player, Score, Settings, Task, Techniques};
use crate::board::{Color, Move, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// How games are played.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    /// What the player goes by.
    pub evaluation: &'a dyn Evaluation,
    /// What makes these games other games than those of another number.
    pub seed: u64,
    /// How many positions it looks at for each move.
    pub nodes: u64,
}

/// As much as fits the searches of a game.
const TABLE_BYTES: usize = 1 << 18;

static NEVER: AtomicBool = AtomicBool::new(false);

impl Games<'_> {
    /// The positions of one game, each game being a game of its own whatever was played
    /// before.
    #[must_use]
    pub fn play(&self, number: u32) -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number.into());
        let rules = if random.next_u32() % 2 == 0 {
            Rules::UAI
        } else {
            Rules::BERKELEY_2016
        };
        let mut position = opening(&rules, &mut random);
        let settings = Settings {
            evaluation: self.evaluation,
            table_bytes: TABLE_BYTES,
            techniques: Techniques::all(),
            solver: false,
        };
        let mut player = Player::new(&settings);
        let mut samples: Vec<(Color, Sample)> = Vec::new();
        while position.outcome(&rules).is_none() {
            let task = Task {
                position: &position,
                rules: &rules,
                limits: Limits {
                    nodes: Some(self.nodes),
                    ..Limits::default()
                },
                seed: Some(random.next_u64()),
                threads: NonZeroUsize::MIN,
            };
            let Some(choice) = player.choose(&task, &NEVER) else {
                break;
            };
            if let Score::Stones(_) = choice.score
                && choice.mv != Move::Pass
            {
                samples.push((
                    position.turn(),
                    Sample::new(&position, choice.value, number),
                ));
            }
            position = position.after(choice.mv, &rules);
        }
        let stones = |color| position.pieces(color).count().cast_signed();
        let winner = position.outcome(&rules).and_then(|outcome| outcome.winner);
        samples
            .into_iter()
            .map(|(turn, sample)| {
                // A draw is a draw, however many pieces there are.
                let difference = winner.map_or(0, |_| stones(turn) - stones(!turn));
                let stones = i8::try_from(difference).unwrap_or(0);
                Sample { stones, ..sample }
            })
            .collect()
    }
}

/// A position some random plies into a game, with blocks in a third of them.
pub(super) fn opening(rules: &Rules, random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut position = Position::start();
        if random.next_u32() % 3 == 0 {
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
