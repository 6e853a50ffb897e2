//! The options of a match.

use super::outcome;
use super::test::SprtOption;
use crate::cli::values;
use ataxx_toolkit::arena::Spec;
use ataxx_toolkit::board::Rules;
use ataxx_toolkit::opponents::Timing;
use ataxx_toolkit::shard::Shard;
use clap::ValueEnum;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Somebody who takes part: at least two.
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    pub players: Vec<Spec>,
    /// Who plays whom: everybody everybody, the first each of the others, who loses is
    /// out, or equals play equals.
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub format: FormatName,
    /// How many games two players play when they meet; an even number, as each opening
    /// is played with both colours.
    #[arg(long, value_name = "N", default_value = "10", value_parser = even)]
    pub games: u32,
    /// How many rounds there are in the Swiss system; unless told otherwise as many as it
    /// takes to find a winner.
    #[arg(long, value_name = "N")]
    pub rounds: Option<NonZeroU32>,
    /// The rules to play by; unless told otherwise those that the players know, or `uai`.
    #[arg(
        long,
        value_name = "RULES",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Option<Rules>,
    /// How many games to play at a time. Each has processes of its own.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub concurrency: NonZeroUsize,
    /// Play the K-th of N parts of all games; `match merge` puts the parts together.
    #[arg(long, value_name = "K/N", requires = "out")]
    pub shard: Option<Shard>,
    /// Keep the match in a folder: `match.json`, and the games in `games.txt`. A match
    /// that is there already is gone on with.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Time")]
    pub time: Time,
    #[command(flatten, next_help_heading = "Openings")]
    pub openings: Openings,
    #[command(flatten, next_help_heading = "Ends")]
    pub ends: Ends,
    #[command(flatten, next_help_heading = "Results")]
    pub outcome: outcome::Options,
}

#[derive(Debug, clap::Args)]
pub struct Time {
    /// A clock for each player: SECONDS for the game, and `+SECONDS` after each move.
    #[arg(long, value_name = "SECONDS+SECONDS", conflicts_with = "each_move")]
    pub tc: Option<Timing>,
    /// How long a player may think about a move; 1 unless something else bounds it.
    #[arg(long = "move-time", value_name = "SECONDS", value_parser = values::seconds(3600))]
    pub each_move: Option<Duration>,
    /// How many positions a player may look at before a move.
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// How many plies deep a player may look.
    #[arg(long, value_name = "N")]
    pub depth: Option<NonZeroU32>,
    /// How much too late a move may come without losing the game.
    #[arg(long = "time-margin", value_name = "SECONDS", default_value = "0.1", value_parser = values::seconds(3600))]
    pub margin: Duration,
    /// How long a player whose time is over is waited for; one that has not answered then
    /// is said to stall. Without a clock it is waited for a minute, or as long as this if
    /// that is longer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(24 * 3600))]
    pub patience: Duration,
    /// How long a program may take to start, and to get ready for a game.
    #[arg(long = "start-time", value_name = "SECONDS", default_value = "10", value_parser = values::seconds(3600))]
    pub start: Duration,
}

#[derive(Debug, clap::Args)]
pub struct Openings {
    /// Begin in the positions of a file, one a line (optionally `; id NAME`), one after
    /// the other and from the first again.
    #[arg(long = "openings", value_name = "FILE", conflicts_with_all = ["plies", "blocks", "seed"])]
    pub file: Option<PathBuf>,
    /// Begin after so many random plies.
    #[arg(long = "opening-plies", value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub plies: u32,
    /// Place blocks on a third of the boards.
    #[arg(long = "opening-blocks")]
    pub blocks: bool,
    /// What the random plies come from.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
}

#[derive(Debug, clap::Args)]
pub struct Ends {
    /// Where a side must pass, end the game if the solver proves that somebody wins by
    /// force.
    #[arg(long)]
    pub adjudicate_forced: bool,
    /// End a game after so many plies, not counting those before its first position.
    #[arg(long, value_name = "N")]
    pub max_plies: Option<NonZeroUsize>,
    /// What becomes of a game that is ended so: a draw, or who has more pieces wins.
    #[arg(
        long,
        value_name = "RESULT",
        default_value = "draw",
        requires = "max_plies"
    )]
    pub at_max_plies: AtMaxPlies,
    /// End the match once it is clear that the first of two players is `elo0` stronger or
    /// less, or `elo1` or more; alpha and beta are the rates of errors.
    #[arg(
        long,
        value_name = "elo0=…,elo1=…[,alpha=…,beta=…]",
        conflicts_with = "shard"
    )]
    pub sprt: Option<SprtOption>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    RoundRobin,
    Gauntlet,
    KnockOut,
    Swiss,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AtMaxPlies {
    Draw,
    Pieces,
}

fn even(text: &str) -> Result<u32, String> {
    const MOST: u32 = 1_000_000;
    match text.parse() {
        Ok(games) if games > 0 && games <= MOST && games % 2 == 0 => Ok(games),
        _ => Err(format!("expected an even number from 2 to {MOST}")),
    }
}
