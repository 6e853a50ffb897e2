//! Matches between two players of this program.

use super::games::opening;
use crate::ai::{Limits, Player, Settings, Task};
use crate::board::{Color, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// Two players and how they play.
#[derive(Clone, Copy)]
pub struct Opponents<'a> {
    /// How each works.
    pub settings: [Settings<'a>; 2],
    /// How long each may think about a move.
    pub limits: [Limits; 2],
    /// What the openings come from.
    pub seed: u64,
}

/// What the first player's games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that it lost.
    pub lost: u32,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plays pairs of games, two from each opening with colours changed.
pub fn duel(opponents: &Opponents, pairs: u32, see: &(dyn Fn(Tally) + Sync)) -> Tally {
    (0..pairs)
        .into_par_iter()
        .map(|pair| {
            let mut random = ChaCha8Rng::seed_from_u64(opponents.seed);
            random.set_stream(pair.into());
            let rules = Rules::UAI;
            let start = opening(&rules, &mut random);
            let mut tally = Tally::default();
            for first in Color::BOTH {
                match play(opponents, start, &rules, first) {
                    Some(winner) if winner == first => tally.won += 1,
                    Some(_) => tally.lost += 1,
                    None => tally.drawn += 1,
                }
            }
            see(tally);
            tally
        })
        .reduce(Tally::default, Tally::plus)
}

/// Who wins if the first player has this colour.
fn play(opponents: &Opponents, start: Position, rules: &Rules, first: Color) -> Option<Color> {
    let mut position = start;
    let mut players = opponents.settings.each_ref().map(Player::new);
    loop {
        let who = usize::from(position.turn() != first);
        let task = Task {
            position: &position,
            rules,
            limits: opponents.limits[who],
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        match players[who].choose(&task, &NEVER) {
            Some(choice) => position = position.after(choice.mv, rules),
            None => return position.outcome(rules).and_then(|outcome| outcome.winner),
        }
    }
}

impl Tally {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// By how much the first player is stronger, in Elo, and the half width of the
    /// interval that holds it in 95 of 100 cases.
    #[must_use]
    pub fn elo(self) -> (f64, f64) {
        let games = f64::from(self.games());
        let score = (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games;
        let square = |part: u32, result: f64| f64::from(part) * (result - score).powi(2);
        let variance =
            (square(self.won, 1.0) + square(self.drawn, 0.5) + square(self.lost, 0.0)) / games;
        let deviation = (variance / games).sqrt();
        let elo = |score: f64| {
            let score = score.clamp(0.5 / games, 1.0 - 0.5 / games);
            400.0 * (score / (1.0 - score)).log10()
        };
        let (low, high) = (elo(score - 1.96 * deviation), elo(score + 1.96 * deviation));
        (elo(score), (high - low) / 2.0)
    }
}
