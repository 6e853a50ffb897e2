//! `ataxx-train match`.

use super::folder::MatchLog;
use super::options::{evaluator, report_stopped, with_threads};
use ataxx_core::engine::{Level, Limits, PlayerOptions, SearchTechniques, game_table_bytes};
use ataxx_toolkit::cli::arguments::{AllThreads, Json, values};
use ataxx_toolkit::cli::exit::{Exit, Failure};
use ataxx_toolkit::cli::interrupt::INTERRUPT;
use ataxx_toolkit::cli::progress::Progress;
use ataxx_training::{MatchSetup, play_match};
use serde::Serialize;
use std::time::Duration;

/// Play a match between two players, in pairs of games from the same opening with colours
/// exchanged.
///
/// A player is `material`, which counts pieces, `embedded`, the network of this program, or
/// the file of a network. The openings are random; a third of them have blocks. The games
/// follow the rules `uai`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "\
Examples:
  ataxx-train match networks/generation-2.network embedded
      compare two networks
  ataxx-train match embedded embedded --second-without history
      measure what a technique contributes",
    mut_arg("threads", |threads| threads.help(
        "Number of games to play at the same time; by default one for each core"
    )),
    mut_arg("json", |json| json.help(
        "Print a JSON object with `first`, `second`, `games`, `won`, `drawn`, `lost`, `elo` and \
         `error`"
    )),
)]
pub struct Args {
    /// The player from whose view the result is shown.
    first: String,
    /// The other player.
    second: String,
    /// Number of pairs of games.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Node limit for each move.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Thinking time for each move in seconds, instead of --nodes.
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = values::seconds(3600))]
    move_time: Option<Duration>,
    /// Seed of the random openings.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// Disable one search technique of the first player; can be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_parser = values::technique())]
    first_without: Vec<values::Technique>,
    /// Disable one search technique of the second player; can be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_parser = values::technique())]
    second_without: Vec<values::Technique>,
    /// Ask the exact solver before the search, as in a session.
    #[arg(long)]
    solver: bool,
    #[command(flatten)]
    threads: AllThreads,
    #[command(flatten)]
    json: Json,
}

#[derive(Serialize)]
struct Answer {
    first: String,
    second: String,
    games: u32,
    #[serde(flatten)]
    result: MatchLog,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let evaluators = [evaluator(&args.first)?, evaluator(&args.second)?];
    let nodes = args.move_time.is_none().then_some(args.nodes);
    let limits = match args.move_time {
        Some(time) => Limits::of_time(time),
        None => Limits::of_nodes(args.nodes),
    };
    let without = [&args.first_without, &args.second_without];
    let settings = |who: usize| PlayerOptions {
        evaluation: evaluators[who].evaluation(),
        table_bytes: game_table_bytes(nodes),
        techniques: without[who]
            .iter()
            .fold(SearchTechniques::all(), |kept, &(_, left_out)| {
                kept - left_out
            }),
        solver: args.solver,
        level: Level::FULL,
    };
    let opponents = MatchSetup {
        settings: [settings(0), settings(1)],
        limits: [limits; 2],
        seed: args.seed,
    };
    let progress = Progress::stage("match", args.pairs.into());
    let result = with_threads(args.threads, || {
        Ok(play_match(&opponents, 0..args.pairs, &INTERRUPT, &|| {
            progress.advance(1);
        }))
    })?;
    drop(progress);
    let answer = Answer {
        first: args.first.clone(),
        second: args.second.clone(),
        games: result.tally.games(),
        result: MatchLog::of(&result),
    };
    if answer.games > 0 {
        args.json
            .print(&answer, || format!("{}\n", answer.result))?;
    }
    if INTERRUPT.is_requested() {
        let Answer { games, .. } = answer;
        report_stopped(&format!("{games} of {} games were played", 2 * args.pairs));
        return Err(Failure::Interrupted);
    }
    Ok(Exit::Good)
}
