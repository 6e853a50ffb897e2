//! What a match consists of, and its description, by which another process can resume it.

use super::entrant::Entrant;
use super::openings::Openings;
use super::played::Pairing;
use super::schedule::{SchedulePlan, TournamentFormat};
use ataxx_core::board::{Position, Rules};
use ataxx_core::notation::Remark;
use ataxx_core::stats::{EloModel, Sprt};
use ataxx_opponents::game::Penalty;
use ataxx_opponents::{Adjudication, AtMostPlies, DrawRule, ResignRule, TimeControl};
use ataxx_storage::Shard;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What a match consists of.
#[derive(Debug)]
pub struct MatchSetup {
    /// The players, at least two.
    pub entrants: Vec<Entrant>,
    /// The plan of the games.
    pub plan: SchedulePlan,
    pub rules: Rules,
    /// The time control of players without one of their own.
    pub control: TimeControl,
    /// The time by which a move may exceed the limit.
    pub margin: Duration,
    /// The time to wait for a player whose time has run out, before it forfeits by a stall.
    pub patience: Duration,
    /// The time to wait for a player that has no clock.
    pub without_clock: Duration,
    /// The time limit for a program to get ready.
    pub start: Duration,
    /// What ends a game before the rules do.
    pub adjudication: Adjudication,
    /// What a fault costs a player of Ataxx Reloaded. It costs others the game.
    pub penalty: Penalty,
    /// The seed of random moves that take the place of faulty ones, in the first game.
    pub seed: u64,
    pub openings: Openings,
    /// The part of the games to play here; only for a format with a fixed schedule.
    pub shard: Option<Shard>,
    /// The most games to play of those that are planned.
    pub most_games: Option<u64>,
    /// The number of games to play at the same time.
    pub concurrency: NonZeroUsize,
    /// The cores to which the games that are played at the same time are bound, one for each; none
    /// if they are not bound.
    pub cores: Vec<usize>,
}

impl MatchSetup {
    /// The names of all players.
    pub fn names(&self) -> Vec<Remark> {
        let name = |entrant: &Entrant| entrant.name.clone();
        self.entrants.iter().map(name).collect()
    }

    /// How many different openings the first pairs of an encounter have, of those that can be
    /// found.
    pub fn different_openings(&self, pairs: u32) -> usize {
        let all = (0..pairs.into())
            .filter_map(|number| self.openings.game(number, self.rules, &self.entrants).ok());
        let positions: HashSet<Position> = all.map(|game| *game.position()).collect();
        positions.len()
    }

    /// The games of this part of the match.
    pub fn games(&self) -> Vec<Pairing> {
        let mut games = self.plan.games();
        if let Some(shard) = self.shard {
            // Two games with one opening belong together.
            games.retain(|game| shard.takes(game.number / 2));
        }
        if let Some(most) = self.most_games {
            games.retain(|game| game.number < most);
        }
        games
    }

    /// What a fault costs a player.
    pub(super) fn penalty(&self, entrant: &Entrant) -> Penalty {
        if entrant.plays_reloaded() {
            self.penalty
        } else {
            Penalty::Game
        }
    }
}

/// Everything that the games of a match depend on, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    pub rules: String,
    /// The tournament format.
    pub format: String,
    /// The number of games in each encounter.
    pub games: u32,
    pub players: Vec<DescribedPlayer>,
    /// The time control.
    pub time: String,
    /// The time by which a move may exceed the limit, in seconds.
    pub time_margin: String,
    /// The time to wait for a player whose time has run out, in seconds.
    pub patience: String,
    /// The time to wait for a player without a clock, in seconds.
    pub without_clock: String,
    pub openings: String,
    /// The adjudication of games.
    pub adjudication: String,
    /// The random moves in the place of the faulty ones of agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_moves: Option<String>,
    /// The sequential test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The shard of the match that is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// A player of a described match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribedPlayer {
    pub name: String,
    /// The identity of the entrant.
    pub player: String,
}

fn in_seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

impl Description {
    /// The description of a match, with the test that ends it.
    pub fn new(setup: &MatchSetup, sprt: Option<&Sprt>) -> Self {
        let SchedulePlan { format, pairs, .. } = setup.plan;
        let players = setup.entrants.iter().map(|entrant| DescribedPlayer {
            name: entrant.name.to_string(),
            player: entrant.identity.clone(),
        });
        Self {
            rules: setup.rules.to_string(),
            format: format.name().to_owned(),
            games: pairs.saturating_mul(2),
            players: players.collect(),
            time: setup.control.to_string(),
            time_margin: in_seconds(setup.margin),
            patience: in_seconds(setup.patience),
            without_clock: in_seconds(setup.without_clock),
            openings: setup.openings.to_string(),
            adjudication: adjudication(setup.adjudication),
            random_moves: (setup.penalty == Penalty::RandomMove)
                .then(|| format!("by seed {}", setup.seed)),
            sprt: sprt.map(|sprt| {
                let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
                let (alpha, beta) = (sprt.alpha(), sprt.beta());
                let model = match sprt.model() {
                    EloModel::Logistic => "",
                    EloModel::Normalised => ",model=normalized",
                };
                format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}{model}")
            }),
            shard: setup.shard.map(|shard| shard.to_string()),
        }
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<Remark> {
        let names = self.players.iter();
        names
            .filter_map(|player| Remark::new(&player.name))
            .collect()
    }

    /// The plan of the games; `None` when the description is not valid.
    pub fn plan(&self) -> Option<SchedulePlan> {
        let mut formats = TournamentFormat::ALL.into_iter();
        let format = formats.find(|format| format.name() == self.format)?;
        let players = self.players.len();
        (players >= 2 && self.names().len() == players && self.games >= 2).then_some(SchedulePlan {
            format,
            players,
            pairs: self.games / 2,
        })
    }

    /// The description of the whole match, without the shard.
    pub fn whole(&self) -> Self {
        Self {
            shard: None,
            ..self.clone()
        }
    }

    /// The first difference to another match, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let [ours, theirs] = [self, other].map(Self::rows);
        let (row, other) = ours.iter().zip(&theirs).find(|(row, other)| row != other)?;
        let (what, ours) = row;
        let (_, theirs) = other;
        Some(format!("{what}: {theirs} there, {ours} here"))
    }

    /// All settings, by name.
    fn rows(&self) -> [(&'static str, String); 13] {
        let players: Vec<String> = self
            .players
            .iter()
            .map(|DescribedPlayer { name, player }| {
                if name == player {
                    name.clone()
                } else {
                    format!("{name} = {player}")
                }
            })
            .collect();
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        [
            ("players", players.join("; ")),
            ("rules", self.rules.clone()),
            ("format", self.format.clone()),
            ("time", self.time.clone()),
            ("time margin", format!("{} s", self.time_margin)),
            ("patience", format!("{} s", self.patience)),
            (
                "patience without a clock",
                format!("{} s", self.without_clock),
            ),
            ("openings", self.openings.clone()),
            ("adjudication", self.adjudication.clone()),
            ("random moves", or_none(&self.random_moves)),
            ("sprt", or_none(&self.sprt)),
            ("shard", or_none(&self.shard)),
            // Last, because more games alone make no other match.
            ("games", self.games.to_string()),
        ]
    }
}

fn adjudication(adjudication: Adjudication) -> String {
    let forced = adjudication.forced.then(|| "forced wins".to_owned());
    let solved = adjudication
        .solved
        .map(|most| format!("what is proved with {most} empty squares"));
    let draw = adjudication.draw.map(|rule| {
        let DrawRule {
            move_number,
            move_count,
            score,
        } = rule;
        format!("draw movenumber={move_number} movecount={move_count} score={score}")
    });
    let resign = adjudication.resign.map(|rule| {
        let ResignRule {
            move_count,
            score,
            two_sided,
        } = rule;
        let two_sided = if two_sided { " twosided=true" } else { "" };
        format!("resign movecount={move_count} score={score}{two_sided}")
    });
    let most = adjudication.most_plies.map(|(plies, result)| {
        let result = match result {
            AtMostPlies::Draw => "a draw",
            AtMostPlies::Pieces => "counted",
        };
        format!("{result} after {plies} plies")
    });
    let rules = [forced, solved, draw, resign, most];
    let rules: Vec<String> = rules.into_iter().flatten().collect();
    if rules.is_empty() {
        "none".to_owned()
    } else {
        rules.join(", ")
    }
}
