//! Matches between two players of this program.

use super::opening::opening;
use crate::board::{Color, Position, Rules};
use crate::engine::{Limits, Player, PlayerOptions, SearchTask};
use crate::stats::Tally;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two players and how they play.
#[derive(Clone, Copy)]
pub struct MatchSetup<'a> {
    /// How each works.
    pub settings: [PlayerOptions<'a>; 2],
    /// How long each may think about a move.
    pub limits: [Limits; 2],
    /// What the openings come from.
    pub seed: u64,
}

/// Plays pairs of games by the rules of UAI, two from each opening with colours changed,
/// as many at a time as there are threads.
///
/// `see` gets to see each pair. Once `cancel` is set the match ends, and the pairs that
/// are not complete count nothing.
pub fn play_match(
    opponents: &MatchSetup,
    pairs: u32,
    cancel: &AtomicBool,
    see: &(dyn Fn(Tally) + Sync),
) -> Tally {
    (0..pairs)
        .into_par_iter()
        .filter_map(|number| {
            let tally = pair(opponents, number, cancel)?;
            see(tally);
            Some(tally)
        })
        .reduce(Tally::default, Tally::plus)
}

/// The games from one opening; `None` if they were broken off.
fn pair(opponents: &MatchSetup, number: u32, cancel: &AtomicBool) -> Option<Tally> {
    let mut random = ChaCha8Rng::seed_from_u64(opponents.seed);
    random.set_stream(number.into());
    let rules = Rules::UAI;
    let start = opening(&rules, &mut random);
    let mut tally = Tally::default();
    for first in Color::BOTH {
        let end = play(opponents, start, &rules, first, cancel)?;
        match end.outcome(&rules).and_then(|outcome| outcome.winner) {
            Some(winner) if winner == first => tally.won += 1,
            Some(_) => tally.lost += 1,
            None => tally.drawn += 1,
        }
    }
    Some(tally)
}

/// How the game ends if the first player has this colour.
fn play(
    opponents: &MatchSetup,
    start: Position,
    rules: &Rules,
    first: Color,
    cancel: &AtomicBool,
) -> Option<Position> {
    let mut position = start;
    let mut players = opponents.settings.each_ref().map(Player::new);
    loop {
        let who = usize::from(position.turn() != first);
        let task = SearchTask {
            position: &position,
            rules,
            limits: opponents.limits[who],
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let Some(choice) = players[who].choose(&task, cancel) else {
            return Some(position);
        };
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        position = position.after(choice.mv, rules);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Material, SearchTechniques};

    fn opponents(nodes: [u64; 2]) -> MatchSetup<'static> {
        let settings = PlayerOptions {
            evaluation: &Material,
            table_bytes: 1 << 16,
            techniques: SearchTechniques::all(),
            solver: false,
        };
        let limits = nodes.map(|nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        MatchSetup {
            settings: [settings; 2],
            limits,
            seed: 1,
        }
    }

    #[test]
    fn a_player_is_as_strong_as_itself_and_weaker_than_with_more_time() {
        let never = AtomicBool::new(false);
        let even = play_match(&opponents([300; 2]), 6, &never, &|_| {});
        assert_eq!((even.won, even.games()), (even.lost, 12));
        let uneven = play_match(&opponents([3000, 30]), 8, &never, &|_| {});
        assert!(uneven.won > uneven.lost, "{uneven:?}");
    }

    #[test]
    fn a_match_that_is_broken_off() {
        let cancel = AtomicBool::new(true);
        let none = play_match(&opponents([300; 2]), 6, &cancel, &|_| panic!("a pair"));
        assert_eq!(none, Tally::default());
    }
}
