//! The schedule of a tournament: its games and their order.
//!
//! It follows from the [`Plan`] and the results so far, so that a match can be interrupted and
//! resumed elsewhere.

mod knock_out;
mod swiss;
#[cfg(test)]
mod tests;

use super::played::{Pairing, PlayedGame};
use ataxx_core::board::Color;
use ataxx_core::notation::GameResult;
use std::collections::BTreeMap;

/// A tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
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
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

impl Format {
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
pub struct Plan {
    /// The tournament format.
    pub format: Format,
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
struct Duo {
    opening: u64,
    players: [usize; 2],
}

/// The games that were played, by their numbers.
pub type Results = BTreeMap<u64, PlayedGame>;

impl Plan {
    /// The games that follow from these results. More results never change a game that was
    /// known before.
    pub fn games(&self, results: &Results) -> Known {
        let mut duos = Duos {
            duos: Vec::new(),
            results,
        };
        let complete = match self.format {
            Format::RoundRobin => {
                let all: Vec<[usize; 2]> = (0..self.players)
                    .flat_map(|first| (first + 1..self.players).map(move |other| [first, other]))
                    .collect();
                self.meet(&mut duos, &all);
                true
            }
            Format::Gauntlet => {
                let all: Vec<[usize; 2]> = (1..self.players).map(|other| [0, other]).collect();
                self.meet(&mut duos, &all);
                true
            }
            Format::KnockOut => self.knock_out(&mut duos).is_some(),
            Format::Swiss { rounds } => self.swiss(&mut duos, rounds).is_some(),
        };
        let games = duos.duos.iter().zip(0..).flat_map(|(duo, index)| {
            let [first, second] = duo.players;
            let opening = duo.opening;
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
        let mut duos = Duos {
            duos: Vec::new(),
            results,
        };
        match self.format {
            Format::KnockOut => self.knock_out(&mut duos),
            _ => None,
        }
    }

    /// Adds encounters: first all with the first opening, then all with the next. Returns the
    /// places of the duos.
    fn meet(&self, duos: &mut Duos, encounters: &[[usize; 2]]) -> std::ops::Range<usize> {
        let start = duos.duos.len();
        let first = duos.next_opening();
        for pair in 0..u64::from(self.pairs) {
            duos.add(first + pair, encounters);
        }
        start..duos.duos.len()
    }
}

/// The duos so far, and what is known of them.
struct Duos<'a> {
    duos: Vec<Duo>,
    results: &'a Results,
}

impl Duos<'_> {
    fn next_opening(&self) -> u64 {
        self.duos.last().map_or(0, |duo| duo.opening + 1)
    }

    fn add(&mut self, opening: u64, encounters: &[[usize; 2]]) {
        self.duos
            .extend(encounters.iter().map(|&players| Duo { opening, players }));
    }

    /// The points of two players against each other in these duos, two for a win; `None`
    /// while a game is missing.
    fn points(&self, places: std::ops::Range<usize>, players: [usize; 2]) -> Option<[u32; 2]> {
        let mut points = [0; 2];
        for place in places {
            if self.duos[place].players != players {
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
