//! The log of a training: a line for each generation.

use ataxx_core::diagnostic::text::{rounded, thousands};
use ataxx_training::MatchResult;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The log of a generation: a line of `log.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationLog {
    pub generation: u32,
    /// Its own games, and the positions they gave.
    pub games: u32,
    pub positions: u64,
    /// How many positions its network was fitted to, those of earlier generations
    /// included, and how many of other games were held out.
    pub fitted: u64,
    pub held_out: u64,
    /// The mean loss of the network over the positions that it was fitted to.
    pub loss: f64,
    pub loss_held_out: f64,
    /// Whether the next generation plays with the network.
    pub accepted: bool,
    /// The match against the network that played the games.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none", default)]
    pub against: Option<MatchLog>,
}

/// The log of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchLog {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub elo: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases; none with too few games.
    pub error: Option<f64>,
}

impl MatchLog {
    /// The games of a pair are not independent: the trials are the pairs.
    pub fn of(result: &MatchResult) -> Self {
        let MatchResult { tally, pairs } = result;
        let elo = pairs.score().map(|score| score.elo()).unwrap_or_default();
        Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            elo: rounded(elo.difference, 1),
            error: Some(elo.error())
                .filter(|error| error.is_finite())
                .map(|error| rounded(error, 1)),
        }
    }
}

impl fmt::Display for GenerationLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "generation {}", self.generation)?;
        let (games, positions) = (thousands(self.games.into()), thousands(self.positions));
        writeln!(f, "  games  {games}, {positions} positions")?;
        let (fitted, held_out) = (thousands(self.fitted), thousands(self.held_out));
        let Self {
            loss,
            loss_held_out,
            ..
        } = self;
        writeln!(
            f,
            "  loss   {loss:.5} over {fitted} positions, {loss_held_out:.5} over {held_out} held out"
        )?;
        if let Some(against) = &self.against {
            writeln!(f, "  match  {against}")?;
        }
        if !self.accepted {
            writeln!(
                f,
                "  it is not clearly better, so the next generation plays without it"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for MatchLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            won,
            drawn,
            lost,
            elo,
            error,
        } = self;
        write!(f, "{won} won, {drawn} drawn, {lost} lost: {elo:+.1}")?;
        match error {
            Some(error) => write!(f, " ± {error:.1} Elo"),
            None => f.write_str(" Elo, of too few games to bound it"),
        }
    }
}
