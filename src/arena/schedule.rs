//! The schedule of a tournament: its games and their order, and an early end by a test.
//!
//! It follows from the [`SchedulePlan`] and the results so far, so that a match can be interrupted
//! and resumed elsewhere.

use super::played::{Pairing, PlayedGame};
use ataxx_core::board::Color;
use ataxx_core::notation::GameResult;
use ataxx_core::stats::{Pairs, Sprt, Verdict};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TournamentFormat {
    /// All players meet each other.
    RoundRobin,
    /// The first player plays each of the others.
    Gauntlet,
    /// The loser of an encounter is out. The players are seeded in the order of the list: the
    /// first two can meet in the last round only. Ties are broken by further pairs of games,
    /// and after those in favour of the player listed first.
    KnockOut,
    /// In each round players with about equal points meet, and no two meet twice as long as
    /// that is possible.
    Swiss { rounds: u32 },
}

impl TournamentFormat {
    /// All formats; the Swiss system with one round.
    pub const ALL: [Self; 4] = [
        Self::RoundRobin,
        Self::Gauntlet,
        Self::KnockOut,
        Self::Swiss { rounds: 1 },
    ];

    /// The same format with this number of rounds, where that is part of it.
    pub const fn with_rounds(self, rounds: u32) -> Self {
        match self {
            Self::Swiss { .. } => Self::Swiss { rounds },
            other => other,
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::KnockOut => "knock-out",
            Self::Swiss { .. } => "swiss",
        }
    }

    /// Whether all games are known from the beginning.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Self::RoundRobin | Self::Gauntlet)
    }

    /// The number of rounds in which a Swiss tournament of this size finds a winner.
    pub fn usual_rounds(players: usize) -> u32 {
        players.max(2).next_power_of_two().trailing_zeros()
    }
}

/// What a schedule depends on, beside results.
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

/// The games of a schedule that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The games, by their numbers: 0, 1, 2, ….
    pub games: Vec<Pairing>,
    /// Whether these are all games.
    pub complete: bool,
}

/// Two games with the same opening: the first player has Red in the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GamePair {
    opening: u64,
    players: [usize; 2],
}

/// The games that were played, by their numbers.
pub type Results = BTreeMap<u64, PlayedGame>;

impl SchedulePlan {
    /// The games that follow from these results. More results never change a game that was
    /// known before.
    pub fn games(&self, results: &Results) -> Known {
        let mut game_pairs = GamePairs {
            pairs: Vec::new(),
            results,
        };
        let complete = match self.format {
            TournamentFormat::RoundRobin => {
                let all: Vec<[usize; 2]> = (0..self.players)
                    .flat_map(|first| (first + 1..self.players).map(move |other| [first, other]))
                    .collect();
                game_pairs.meet(self.pairs, &all);
                true
            }
            TournamentFormat::Gauntlet => {
                let all: Vec<[usize; 2]> = (1..self.players).map(|other| [0, other]).collect();
                game_pairs.meet(self.pairs, &all);
                true
            }
            TournamentFormat::KnockOut => self.knock_out(&mut game_pairs).is_some(),
            TournamentFormat::Swiss { rounds } => self.swiss(&mut game_pairs, rounds).is_some(),
        };
        let games = game_pairs.pairs.iter().zip(0..).flat_map(|(pair, index)| {
            let [first, second] = pair.players;
            let opening = pair.opening;
            [(first, second), (second, first)].into_iter().zip(0..).map(
                move |((red, blue), game)| Pairing {
                    number: 2 * index + game,
                    opening,
                    red,
                    blue,
                },
            )
        });
        Known {
            games: games.collect(),
            complete,
        }
    }

    /// The winner of a finished knock-out tournament; `None` otherwise.
    pub fn winner(&self, results: &Results) -> Option<usize> {
        let mut game_pairs = GamePairs {
            pairs: Vec::new(),
            results,
        };
        match self.format {
            TournamentFormat::KnockOut => self.knock_out(&mut game_pairs),
            _ => None,
        }
    }
}

/// The pairs of games so far, and what is known of them.
struct GamePairs<'a> {
    pairs: Vec<GamePair>,
    results: &'a Results,
}

impl GamePairs<'_> {
    /// Adds `pairs` pairs of games for each encounter: all with the first opening, then all with
    /// the next.
    /// Returns the places of the pairs.
    fn meet(&mut self, pairs: u32, encounters: &[[usize; 2]]) -> Range<usize> {
        let start = self.pairs.len();
        let first = self.pairs.last().map_or(0, |pair| pair.opening + 1);
        for opening in (first..).take(pairs as usize) {
            let all = encounters.iter();
            self.pairs
                .extend(all.map(|&players| GamePair { opening, players }));
        }
        start..self.pairs.len()
    }

    /// The points of two players against each other in these pairs, two for a win; `None`
    /// while a game is missing.
    fn points(&self, places: Range<usize>, players: [usize; 2]) -> Option<[u32; 2]> {
        let mut points = [0; 2];
        for place in places {
            if self.pairs[place].players != players {
                continue;
            }
            for game in 0..2 {
                let played = self.results.get(&(2 * place as u64 + game))?;
                for (points, player) in points.iter_mut().zip(players) {
                    *points += points_of(played, player);
                }
            }
        }
        Some(points)
    }
}

/// The points that a player gets for a game: two for a win.
fn points_of(game: &PlayedGame, player: usize) -> u32 {
    match game.result {
        GameResult::Win(Color::Red) => 2 * u32::from(game.red == player),
        GameResult::Win(Color::Blue) => 2 * u32::from(game.blue == player),
        GameResult::Draw => u32::from(game.red == player || game.blue == player),
        GameResult::Unfinished => 0,
    }
}

/// The number of pairs of games to break a tie.
const TIE_BREAKS: u32 = 4;

impl SchedulePlan {
    /// Adds the pairs that are known. Returns the winner, once known.
    fn knock_out(&self, game_pairs: &mut GamePairs) -> Option<usize> {
        let mut field = bracket(self.players);
        while field.len() > 1 {
            let encounters: Vec<[usize; 2]> = field
                .chunks(2)
                .filter_map(|places| match *places {
                    [Some(first), Some(second)] => Some(listed(first, second)),
                    _ => None,
                })
                .collect();
            let winners = self.winners(game_pairs, &encounters)?;
            let mut winners = winners.into_iter();
            field = field
                .chunks(2)
                .map(|places| match *places {
                    [Some(_), Some(_)] => winners.next(),
                    [first, second] => first.or(second),
                    _ => None,
                })
                .collect();
        }
        field.first().copied().flatten()
    }

    /// Adds these encounters and their tie-breaks. Returns the winners; `None` while a game is
    /// missing.
    fn winners(&self, game_pairs: &mut GamePairs, encounters: &[[usize; 2]]) -> Option<Vec<usize>> {
        let mut winners = vec![None; encounters.len()];
        for round in 0..=TIE_BREAKS {
            let tied: Vec<usize> = (0..winners.len())
                .filter(|&place| winners[place].is_none())
                .collect();
            let players: Vec<_> = tied.iter().map(|&place| encounters[place]).collect();
            let places = game_pairs.meet(if round == 0 { self.pairs } else { 1 }, &players);
            for (place, players) in tied.into_iter().zip(players) {
                winners[place] = ahead(game_pairs.points(places.clone(), players)?, players);
            }
        }
        let decided = winners.into_iter().zip(encounters);
        let listed_first =
            |(winner, players): (Option<usize>, &[usize; 2])| winner.unwrap_or_else(|| players[0]);
        Some(decided.map(listed_first).collect())
    }
}

/// The player with more points, if one has.
fn ahead(points: [u32; 2], players: [usize; 2]) -> Option<usize> {
    match points[0].cmp(&points[1]) {
        Ordering::Greater => Some(players[0]),
        Ordering::Less => Some(players[1]),
        Ordering::Equal => None,
    }
}

/// The encounters of the first round, as consecutive pairs; the first players have a bye where
/// places are free. The higher two players are seeded, the later they meet.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < players {
        let size = 2 * places.len();
        places = places
            .into_iter()
            .flat_map(|player| [player, size - 1 - player])
            .collect();
    }
    let real = |player| (player < players).then_some(player);
    places.into_iter().map(real).collect()
}

impl SchedulePlan {
    /// Adds the pairs of the rounds that are known. Returns the points of the players, two for
    /// a win, once all rounds are played.
    fn swiss(&self, game_pairs: &mut GamePairs, rounds: u32) -> Option<Vec<u32>> {
        let mut points = vec![0; self.players];
        let mut met = BTreeSet::new();
        let mut had_bye = BTreeSet::new();
        for _ in 0..rounds {
            let mut order: Vec<usize> = (0..self.players).collect();
            order.sort_by_key(|&player| (Reverse(points[player]), player));
            if self.players % 2 == 1 {
                // No player has a second bye while another has had none.
                let last = order.iter().rposition(|player| !had_bye.contains(player));
                let out = order.remove(last.unwrap_or(order.len() - 1));
                had_bye.insert(out);
                points[out] += 4 * self.pairs;
            }
            let encounters = pair_up(&order, &met).unwrap_or_else(|| {
                // All players have met each other.
                met.clear();
                neighbours(&order)
            });
            met.extend(encounters.iter().copied());
            let places = game_pairs.meet(self.pairs, &encounters);
            for players in encounters {
                let gained = game_pairs.points(places.clone(), players)?;
                for (player, gained) in players.into_iter().zip(gained) {
                    points[player] += gained;
                }
            }
        }
        Some(points)
    }
}

/// Two players in the order in which they are listed.
fn listed(first: usize, second: usize) -> [usize; 2] {
    [first.min(second), first.max(second)]
}

/// Each with the next.
fn neighbours(order: &[usize]) -> Vec<[usize; 2]> {
    order
        .chunks_exact(2)
        .map(|two| listed(two[0], two[1]))
        .collect()
}

/// Pairs each player with the next one it has not met; `None` when no such pairing is found.
fn pair_up(order: &[usize], met: &BTreeSet<[usize; 2]>) -> Option<Vec<[usize; 2]>> {
    /// The limit on the search, which is exponential.
    const MOST_STEPS: u32 = 100_000;
    let mut steps = MOST_STEPS;
    let mut chosen = Vec::new();
    pair_rest(order, met, &mut chosen, &mut steps).then_some(chosen)
}

/// Pairs up the rest. Returns whether that succeeded.
fn pair_rest(
    order: &[usize],
    met: &BTreeSet<[usize; 2]>,
    chosen: &mut Vec<[usize; 2]>,
    steps: &mut u32,
) -> bool {
    let Some((&first, others)) = order.split_first() else {
        return true;
    };
    for (place, &other) in others.iter().enumerate() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let players = listed(first, other);
        if met.contains(&players) {
            continue;
        }
        let mut left = others.to_vec();
        left.remove(place);
        chosen.push(players);
        if pair_rest(&left, met, chosen, steps) {
            return true;
        }
        chosen.pop();
    }
    false
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

/// The half points of the first player, if the game was finished.
fn half_points(game: &PlayedGame) -> Option<usize> {
    let score = game.score()?;
    Some(match score.players {
        [0, _] => score.half_points,
        _ => 2 - score.half_points,
    })
}

#[cfg(test)]
mod knock_out_tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket(2), [Some(0), Some(1)]);
        let eight = [0, 7, 3, 4, 1, 6, 2, 5].map(Some);
        assert_eq!(bracket(8), eight);
        let five = [
            Some(0),
            None,
            Some(3),
            Some(4),
            Some(1),
            None,
            Some(2),
            None,
        ];
        assert_eq!(bracket(5), five);
    }
}

#[cfg(test)]
mod decider_tests {
    use super::*;
    use crate::opponents::End;
    use ataxx_core::board::Color;
    use ataxx_core::notation::GameResult;

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
            random_moves: Vec::new(),
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
mod tests;
