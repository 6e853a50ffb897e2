//! The results of two players against each other.

use super::{Pairs, Score, Tally, Trials};
use std::collections::BTreeMap;

/// The score of a game between two of many players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameScore {
    /// The number of the game.
    pub number: u64,
    /// The number of its opening.
    pub opening: u64,
    /// The players, as indices, Red first.
    pub players: [usize; 2],
    /// The half points of Red: 0, 1 or 2.
    pub half_points: usize,
}

/// The results of a player against another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// All games.
    pub tally: Tally,
    /// The games that form pairs.
    pub pairs: Pairs,
    /// The games without a partner.
    pub single: Tally,
}

impl Encounter {
    /// The same games from the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            tally: self.tally.reversed(),
            pairs: self.pairs.reversed(),
            single: self.single.reversed(),
        }
    }

    /// The mean score, with its error from pairs and single games. `None` if there are no
    /// games.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::of(&self.trials().collect::<Vec<_>>())
    }

    /// The independent trials: pairs and single games.
    pub(super) fn trials(&self) -> impl Iterator<Item = Trials> {
        self.pairs.trials().into_iter().chain(self.single.trials())
    }

    fn add(&mut self, Games([mut one, mut other]): Games) {
        for &half_points in one.iter().chain(other.iter()) {
            count(&mut self.tally, half_points);
        }
        let paired = one.len().min(other.len());
        for (first, second) in one.drain(..paired).zip(other.drain(..paired)) {
            self.pairs.add(first + second);
        }
        for &half_points in one.iter().chain(other.iter()) {
            count(&mut self.single, half_points);
        }
    }
}

/// Counts a game with these half points.
fn count(tally: &mut Tally, half_points: usize) {
    match half_points {
        0 => tally.lost += 1,
        1 => tally.drawn += 1,
        _ => tally.won += 1,
    }
}

/// The half points of the games from an opening, with the first player as Red and as Blue.
#[derive(Default)]
struct Games([Vec<usize>; 2]);

/// The results of many players, for each pair of players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounters(BTreeMap<(usize, usize), Encounter>);

impl Encounters {
    /// The results of these games, in any order.
    ///
    /// Games of a player against itself do not count. If two players played an opening several
    /// times, the first game with one colour forms a pair with the first game with the other
    /// colour, and so on, in the order of their numbers.
    #[must_use]
    pub fn of(games: impl IntoIterator<Item = GameScore>) -> Self {
        let mut counted: Vec<GameScore> = games
            .into_iter()
            .filter(|game| game.players[0] != game.players[1])
            .collect();
        counted.sort_by_key(|game| game.number);
        let mut by_opening: BTreeMap<(usize, usize, u64), Games> = BTreeMap::new();
        for game in counted {
            let GameScore {
                opening,
                players: [red, blue],
                half_points,
                ..
            } = game;
            let is_second = red > blue;
            let (first, second) = (red.min(blue), red.max(blue));
            let games = by_opening.entry((first, second, opening)).or_default();
            games.0[usize::from(is_second)].push(if is_second {
                2 - half_points
            } else {
                half_points
            });
        }
        let mut encounters = Self::default();
        for ((first, second, _), games) in by_opening {
            let encounter = encounters.0.entry((first, second)).or_default();
            encounter.add(games);
        }
        encounters
    }

    /// The results of the first against the second.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Encounter {
        let key = (first.min(second), first.max(second));
        let encounter = self.0.get(&key).copied().unwrap_or_default();
        if first <= second {
            encounter
        } else {
            encounter.reversed()
        }
    }

    /// All pairs of players that have met, the smaller index first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, Encounter)> {
        self.0
            .iter()
            .map(|(&(first, second), &encounter)| (first, second, encounter))
    }

    /// All games of a player.
    #[must_use]
    pub fn tally(&self, player: usize) -> Tally {
        self.iter()
            .filter_map(|(first, second, encounter)| match player {
                _ if player == first => Some(encounter.tally),
                _ if player == second => Some(encounter.tally.reversed()),
                _ => None,
            })
            .fold(Tally::default(), Tally::plus)
    }
}

#[cfg(test)]
mod tests;
