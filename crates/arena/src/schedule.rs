//! The schedule of a tournament: its games and their order, and an early end by a test.
//!
//! The games follow from the [`SchedulePlan`] alone, so that a match can be interrupted and
//! resumed elsewhere.

use super::played::{Pairing, PlayedGame};
use ataxx_core::stats::{Encounters, Pairs, Sprt, Verdict};
use std::collections::BTreeMap;

/// A tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TournamentFormat {
    /// All players meet each other.
    RoundRobin,
    /// The first player plays each of the others.
    Gauntlet,
}

impl TournamentFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::Gauntlet];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }

    /// The players that meet, of this many.
    fn encounters(self, players: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Self::RoundRobin => 0..players,
            Self::Gauntlet => 0..1,
        };
        first
            .flat_map(|first| (first + 1..players).map(move |other| [first, other]))
            .collect()
    }
}

/// What a schedule depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SchedulePlan {
    /// The tournament format.
    pub format: TournamentFormat,
    /// The number of players, at least two.
    pub players: usize,
    /// The number of pairs of games in an encounter. Each pair has an opening, which is played
    /// with both colours.
    pub pairs: u32,
}

/// The games that were played, by their numbers.
pub type Results = BTreeMap<u64, PlayedGame>;

impl SchedulePlan {
    /// All games, by their numbers: 0, 1, 2, …. All encounters have the first opening before one
    /// has the next; in the first game with an opening the player that is listed first has Red.
    pub fn games(&self) -> Vec<Pairing> {
        let encounters = self.format.encounters(self.players);
        let openings = 0..u64::from(self.pairs);
        let pairs =
            openings.flat_map(|opening| encounters.iter().map(move |players| (opening, *players)));
        let games = pairs.flat_map(|(opening, [first, second])| {
            [(opening, first, second), (opening, second, first)]
        });
        (0..)
            .zip(games)
            .map(|(number, (opening, red, blue))| Pairing {
                number,
                opening,
                red,
                blue,
            })
            .collect()
    }
}

/// Applies a sequential test to the pairs of games of a match between two players. The pairs
/// are taken in the order of their numbers, so that the decision does not depend on the order
/// in which games end.
#[derive(Clone, Debug)]
pub struct Decider {
    sprt: Sprt,
    pairs: Pairs,
    /// The number of the first game that is not counted yet.
    next: u64,
    is_decided: bool,
}

impl Decider {
    /// Decides by this test of the first player against the second.
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            pairs: Pairs::default(),
            next: 0,
            is_decided: false,
        }
    }

    /// Counts the games that are new. Returns whether the match is decided.
    pub fn count_new(&mut self, results: &Results) -> bool {
        while !self.is_decided
            && let Some(first) = results.get(&self.next)
            && let Some(second) = results.get(&(self.next + 1))
        {
            self.next += 2;
            if let (Some(first), Some(second)) = (half_points(first), half_points(second)) {
                self.pairs.add(first + second);
                self.is_decided = self.sprt.state(&self.pairs).verdict != Verdict::Undecided;
            }
        }
        self.is_decided
    }

    /// Removes the games that were played after the match was decided.
    pub fn truncate(&mut self, results: &mut Results) {
        if self.count_new(results) {
            results.retain(|&number, _| number < self.next);
        }
    }
}

/// The pairs of games between the first two players of which both are finished, in any order.
pub fn complete_pairs(results: &Results) -> Pairs {
    let scores = results.values().filter_map(PlayedGame::score);
    Encounters::of(scores).between(0, 1).pairs
}

/// The half points of the first player, if the game was finished.
fn half_points(game: &PlayedGame) -> Option<usize> {
    let score = game.score()?;
    Some(match score.players {
        [0, _] => score.half_points,
        _ => 2 - score.half_points,
    })
}

#[cfg(test)]
mod decider_tests {
    use super::*;
    use ataxx_core::board::Color;
    use ataxx_core::notation::GameResult;
    use ataxx_opponents::End;

    /// A game that the first player wins.
    fn won(number: u64) -> PlayedGame {
        let (red, blue) = if number.is_multiple_of(2) {
            (0, 1)
        } else {
            (1, 0)
        };
        let color = if red == 0 { Color::Red } else { Color::Blue };
        PlayedGame {
            number,
            opening: number / 2,
            red,
            blue,
            result: GameResult::Win(color),
            end: End::Rules,
            lost_moves: Vec::new(),
            record: String::new(),
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).expect("a test");
        let all: Results = (0..200).map(|number| (number, won(number))).collect();
        let mut cut = all.clone();
        Decider::new(sprt).truncate(&mut cut);
        assert!(
            cut.len() > 2 && cut.len() < 100 && cut.len().is_multiple_of(2),
            "{}",
            cut.len()
        );
        // One game after the other, the last of each ten first.
        let mut decider = Decider::new(sprt);
        let mut some = Results::new();
        for number in 0..200 {
            let number = number / 10 * 10 + 9 - number % 10;
            some.insert(number, won(number));
            if decider.count_new(&some) {
                break;
            }
        }
        decider.truncate(&mut some);
        assert_eq!(some, cut);
        // A game that is missing holds it up.
        let mut hole = all;
        hole.remove(&3);
        assert!(!Decider::new(sprt).count_new(&hole));
    }

    #[test]
    fn points_are_those_of_the_first_player() {
        let of = |number, result| {
            half_points(&PlayedGame {
                result,
                ..won(number)
            })
        };
        assert_eq!(of(1, GameResult::Win(Color::Red)), Some(0));
        assert_eq!(of(1, GameResult::Draw), Some(1));
        assert_eq!(of(0, GameResult::Win(Color::Blue)), Some(0));
        assert_eq!(of(0, GameResult::Unfinished), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The games of a plan, which are numbered one after the other.
    fn games(format: TournamentFormat, players: usize, pairs: u32) -> Vec<Pairing> {
        let plan = SchedulePlan {
            format,
            players,
            pairs,
        };
        let games = plan.games();
        for (game, number) in games.iter().zip(0..) {
            assert_eq!(game.number, number);
        }
        games
    }

    /// How often each two meet, in this order of colours.
    fn meetings(games: &[Pairing]) -> BTreeMap<(usize, usize), u32> {
        let mut meetings = BTreeMap::new();
        for game in games {
            *meetings.entry((game.red, game.blue)).or_default() += 1;
        }
        meetings
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn all_players_meet(players in 2..6_usize, pairs in 1..4_u32) {
            let games = games(TournamentFormat::RoundRobin, players, pairs);
            let meetings = meetings(&games);
            for red in 0..players {
                for blue in 0..players {
                    let times = meetings.get(&(red, blue)).copied().unwrap_or_default();
                    prop_assert_eq!(times, if red == blue { 0 } else { pairs });
                }
            }
            // All players play the same openings, each with both colours.
            let openings: BTreeSet<_> = games.iter().map(|game| game.opening).collect();
            prop_assert_eq!(openings.len(), pairs as usize);
            let different: BTreeSet<_> =
                games.iter().map(|game| (game.red, game.blue, game.opening)).collect();
            prop_assert_eq!(different.len(), games.len());
        }

        #[test]
        fn the_first_plays_each(players in 2..7_usize, pairs in 1..4_u32) {
            let games = games(TournamentFormat::Gauntlet, players, pairs);
            prop_assert_eq!(games.len(), 2 * pairs as usize * (players - 1));
            for ((red, blue), times) in meetings(&games) {
                prop_assert!(red == 0 || blue == 0);
                prop_assert_eq!(times, pairs);
            }
        }
    }
}
