//! What a match is, written down, so that another process can go on with it.

use super::opening::Openings;
use super::run::Setup;
use super::schedule::{Format, Plan};
use crate::board::Rules;
use crate::hash::fnv1a;
use crate::notation::Remark;
use crate::opponents::{Adjudication, AtMostPlies};
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a match is: all that its games depend on, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name of the rules.
    pub rules: String,
    /// The form of the tournament.
    pub format: String,
    /// How many rounds there are, in the Swiss system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many games two players play when they meet.
    pub games: u32,
    /// Who takes part.
    pub players: Vec<DescribedPlayer>,
    /// How long they may think.
    pub time: String,
    /// How much too late a move may come, in seconds.
    pub time_margin: String,
    /// How long to wait for a player whose time is over, in seconds.
    pub patience: String,
    /// How long to wait for a player without a clock, in seconds.
    pub without_clock: String,
    /// Where the games begin.
    pub openings: String,
    /// What ends a game before its time.
    pub adjudication: String,
    /// What ends the match before its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Which part of the match is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribedPlayer {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub player: String,
}

fn in_seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

impl Description {
    /// What this match is, if it ends by this test.
    #[must_use]
    pub fn new(setup: &Setup, sprt: Option<&Sprt>) -> Self {
        let Plan { format, pairs, .. } = setup.plan;
        let players = setup.entrants.iter().map(|entrant| DescribedPlayer {
            name: entrant.name.to_string(),
            player: entrant.identity.clone(),
        });
        Self {
            rules: setup.rules.to_string(),
            format: format.name().to_owned(),
            rounds: match format {
                Format::Swiss { rounds } => Some(rounds),
                _ => None,
            },
            games: pairs.saturating_mul(2),
            players: players.collect(),
            time: setup.control.to_string(),
            time_margin: in_seconds(setup.margin),
            patience: in_seconds(setup.patience),
            without_clock: in_seconds(setup.without_clock),
            openings: openings(&setup.openings),
            adjudication: adjudication(setup.adjudication),
            sprt: sprt.map(|sprt| {
                let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
                let (alpha, beta) = (sprt.alpha(), sprt.beta());
                format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
            }),
            shard: setup.shard.map(|shard| shard.to_string()),
        }
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<Remark> {
        let names = self.players.iter();
        names
            .filter_map(|player| Remark::new(&player.name))
            .collect()
    }

    /// The games that there are; `None` when the description makes no sense.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        let mut formats = Format::ALL.into_iter();
        let format = formats.find(|format| format.name() == self.format)?;
        let players = self.players.len();
        (players >= 2 && self.names().len() == players && self.games >= 2).then_some(Plan {
            format: format.with_rounds(self.rounds.unwrap_or(1)),
            players,
            pairs: self.games / 2,
        })
    }

    /// The rules; `None` when there are none of that name.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        self.rules.parse().ok()
    }

    /// The same match, all of it.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            shard: None,
            ..self.clone()
        }
    }

    /// The first thing in which another match is not this one, in words.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let [ours, theirs] = [self, other].map(Self::rows);
        let (row, other) = ours.iter().zip(&theirs).find(|(row, other)| row != other)?;
        let (what, ours) = row;
        let (_, theirs) = other;
        Some(format!("{what}: {theirs} there, {ours} here"))
    }

    /// What is set, and to what.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, String)> {
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
        let rounds = self.rounds.map(|rounds| rounds.to_string());
        [
            ("players", players.join("; ")),
            ("rules", self.rules.clone()),
            ("format", self.format.clone()),
            ("rounds", or_none(&rounds)),
            ("games", self.games.to_string()),
            ("time", self.time.clone()),
            ("time margin", format!("{} s", self.time_margin)),
            ("patience", format!("{} s", self.patience)),
            (
                "patience without a clock",
                format!("{} s", self.without_clock),
            ),
            ("openings", self.openings.clone()),
            ("adjudication", self.adjudication.clone()),
            ("sprt", or_none(&self.sprt)),
            ("shard", or_none(&self.shard)),
        ]
        .map(|(what, value)| (what.to_owned(), value))
        .to_vec()
    }
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Random { seed, choice } => {
            let plies = choice.plies.start();
            let blocks = if choice.blocks {
                ", some with blocks"
            } else {
                ""
            };
            format!("{plies} random plies by seed {seed}{blocks}")
        }
        Openings::Listed(positions) => {
            let lines: Vec<String> = positions
                .iter()
                .map(|&position| position.to_string())
                .collect();
            let hash = fnv1a(lines.join("\n").into_bytes());
            format!("a list of {} ({hash:016x})", positions.len())
        }
    }
}

fn adjudication(adjudication: Adjudication) -> String {
    let forced = adjudication.forced.then(|| "forced wins".to_owned());
    let most = adjudication.most_plies.map(|(plies, result)| {
        let result = match result {
            AtMostPlies::Draw => "a draw",
            AtMostPlies::Pieces => "counted",
        };
        format!("{result} after {plies} plies")
    });
    let rules: Vec<String> = [forced, most].into_iter().flatten().collect();
    if rules.is_empty() {
        "none".to_owned()
    } else {
        rules.join(", ")
    }
}
