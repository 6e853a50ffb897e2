//! Matches between two players with different options.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Rules};
use ataxx_core::engine::{Limits, PlayerOptions};
use ataxx_core::notation::GameResult;
use ataxx_core::stats::{Pairs, Tally};
use ataxx_opponents::game::{self, GameConditions, Penalty};
use ataxx_opponents::{Adjudication, EngineOpponent, Opponent, TimeControl, Timing, opening};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::ops::Range;
use std::time::Duration;

/// Two players and their limits.
#[derive(Clone, Copy)]
pub struct MatchSetup<'a> {
    /// The options of each player.
    pub settings: [PlayerOptions<'a>; 2],
    /// The limits of each player, for each move.
    pub limits: [Limits; 2],
    /// The seed of the openings.
    pub seed: u64,
}

/// The referee's time limit. Players in this process observe their own limits.
const FOREVER: Duration = Duration::from_secs(24 * 3600);

/// Plays pairs of games under the rules of UAI: two from each opening, with the colours
/// swapped. Pairs are played in parallel on the current rayon pool; the opening of a pair
/// depends on its number.
///
/// `on_pair` is called after each pair. Once `cancel` is set the match ends;
/// incomplete pairs do not count.
pub fn play_match(
    opponents: &MatchSetup,
    pairs: Range<u32>,
    cancel: &Cancellation,
    on_pair: &(dyn Fn() + Sync),
) -> MatchResult {
    pairs
        .into_par_iter()
        .filter_map(|number| {
            let tally = pair(opponents, number, cancel)?;
            on_pair();
            let mut pairs = Pairs::default();
            pairs.add((2 * tally.won + tally.drawn) as usize);
            Some(MatchResult { tally, pairs })
        })
        .reduce(MatchResult::default, MatchResult::plus)
}

/// The games of a match from the point of view of the first player, single and in pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// The games.
    pub tally: Tally,
    /// The pairs of games from the same opening.
    pub pairs: Pairs,
}

impl MatchResult {
    /// These games and others.
    pub fn plus(self, other: Self) -> Self {
        Self {
            tally: self.tally.plus(other.tally),
            pairs: self.pairs.plus(other.pairs),
        }
    }
}

/// The two games from one opening; `None` if cancelled.
fn pair(opponents: &MatchSetup, number: u32, cancel: &Cancellation) -> Option<Tally> {
    // Many pairs may be left, and setting one up takes time.
    if cancel.is_requested() {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(opponents.seed);
    random.set_stream(number.into());
    let rules = Rules::UAI;
    let start = opening(&rules, &mut random);
    let start = Game::from_position(rules, start);
    let mut tally = Tally::default();
    for first in Color::BOTH {
        match play(opponents, &start, first, cancel)? {
            GameResult::Win(winner) if winner == first => tally.won += 1,
            GameResult::Win(_) => tally.lost += 1,
            GameResult::Draw | GameResult::Unfinished => tally.drawn += 1,
        }
    }
    Some(tally)
}

/// The result of the game in which the first player has this colour; `None` if cancelled.
fn play(
    opponents: &MatchSetup,
    start: &Game,
    first: Color,
    cancel: &Cancellation,
) -> Option<GameResult> {
    let sides = match first {
        Color::Red => [0, 1],
        Color::Blue => [1, 0],
    };
    let [mut red, mut blue] =
        sides.map(|who| EngineOpponent::with_settings(&opponents.settings[who], cancel));
    let controls = sides.map(|who| {
        let Limits {
            time, nodes, depth, ..
        } = opponents.limits[who];
        TimeControl {
            time: time.map_or(Timing::Free, Timing::PerMove),
            nodes,
            depth,
        }
    });
    let conditions = GameConditions {
        controls,
        margin: FOREVER,
        patience: FOREVER,
        without_clock: FOREVER,
        adjudication: Adjudication::default(),
        penalties: [Penalty::Game; 2],
        seed: 0,
    };
    let players: [&mut dyn Opponent; 2] = [&mut red, &mut blue];
    let ended = game::play(players, start, &conditions, cancel, &mut |_, _| {}).ok()?;
    Some(ended.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::engine::{Level, Material, Network, SearchTechniques};

    fn opponents(nodes: [u64; 2]) -> MatchSetup<'static> {
        let settings = PlayerOptions {
            evaluation: &Material,
            table_bytes: 1 << 16,
            techniques: SearchTechniques::all(),
            solver: false,
            level: Level::FULL,
        };
        MatchSetup {
            settings: [settings; 2],
            limits: nodes.map(Limits::of_nodes),
            seed: 1,
        }
    }

    #[test]
    fn a_player_is_as_strong_as_itself_and_weaker_than_with_more_time() {
        let never = Cancellation::new();
        let even = play_match(&opponents([300; 2]), 0..6, &never, &|| {}).tally;
        assert_eq!((even.won, even.games()), (even.lost, 12));
        let uneven = play_match(&opponents([3000, 30]), 0..8, &never, &|| {}).tally;
        assert!(uneven.won > uneven.lost, "{uneven:?}");
    }

    #[test]
    fn a_higher_level_wins() {
        let never = Cancellation::new();
        for (high, low) in [(2, 1), (4, 2), (6, 4)] {
            let mut levels = opponents([300; 2]);
            for (settings, level) in levels.settings.iter_mut().zip([high, low]) {
                settings.evaluation = Network::embedded();
                settings.level = Level::new(level).expect("a level");
            }
            let tally = play_match(&levels, 0..24, &never, &|| {}).tally;
            assert!(tally.won > tally.lost, "{high} {low} {tally:?}");
        }
    }

    #[test]
    fn a_cancelled_match() {
        let cancel = Cancellation::new();
        cancel.request();
        let none = play_match(&opponents([300; 2]), 0..6, &cancel, &|| panic!("a pair")).tally;
        assert_eq!(none, Tally::default());
    }
}
