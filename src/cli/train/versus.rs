//! `ataxx train match`.

use super::contestant::Contestant;
use super::entry::MatchEntry;
use super::{say_stopped, table_bytes, with_threads};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::progress::Progress;
use crate::cli::technique::Technique;
use crate::cli::{output, values};
use ataxx_toolkit::engine::{Limits, PlayerOptions, SearchTechniques};
use ataxx_toolkit::training::{MatchSetup, play_match};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Match two players: pairs of games, both from the same opening with colours changed.
///
/// A player is `material`, which counts pieces, `embedded`, which is the player of this
/// program, or the file of a network. The openings come from the seed; a third of them
/// have blocks. The games follow the rules of UAI.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The player whose result is shown.
    first: Contestant,
    /// The other one.
    second: Contestant,
    /// How many pairs of games to play.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// How many positions each looks at before a move.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How long each thinks about a move, in place of --nodes.
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = values::seconds(3600))]
    move_time: Option<Duration>,
    /// What the openings come from.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Do without a technique of the search in the first player, to see what it is worth;
    /// can be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_parser = values::choice(Technique::ALL, Technique::name))]
    first_without: Vec<Technique>,
    /// The same in the second player.
    #[arg(long, value_name = "TECHNIQUE", value_parser = values::choice(Technique::ALL, Technique::name))]
    second_without: Vec<Technique>,
    /// Ask the exact solver first, as in a session.
    #[arg(long)]
    solver: bool,
    /// How many games to play at a time; unless told otherwise as many as the machine has
    /// threads.
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<NonZeroUsize>,
    /// Print a JSON object with `first`, `second`, `games`, `won`, `drawn`, `lost`, `elo`
    /// and `error`.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    first: String,
    second: String,
    games: u32,
    #[serde(flatten)]
    result: MatchEntry,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let judges = [args.first.load()?, args.second.load()?];
    let nodes = args.move_time.is_none().then_some(args.nodes);
    let limits = Limits {
        nodes,
        time: args.move_time,
        ..Limits::default()
    };
    let without = [&args.first_without, &args.second_without];
    let settings = |who: usize| PlayerOptions {
        evaluation: judges[who].evaluation(),
        table_bytes: table_bytes(nodes),
        techniques: without[who]
            .iter()
            .fold(SearchTechniques::all(), |kept, left_out| {
                kept - left_out.switch
            }),
        solver: args.solver,
    };
    let opponents = MatchSetup {
        settings: [settings(0), settings(1)],
        limits: [limits; 2],
        seed: args.seed,
    };
    let progress = Progress::stage("match", args.pairs.into());
    let tally = with_threads(args.threads, || {
        Ok(play_match(&opponents, args.pairs, &INTERRUPT, &|_| {
            progress.advance(1);
        }))
    })?;
    drop(progress);
    let answer = Answer {
        first: args.first.to_string(),
        second: args.second.to_string(),
        games: tally.games(),
        result: MatchEntry::of(tally),
    };
    if answer.games > 0 {
        if args.json {
            output::json(&answer)?;
        } else {
            output::data(&format!("{}\n", answer.result))?;
        }
    }
    if INTERRUPT.is_requested() {
        let Answer { games, .. } = answer;
        say_stopped(&format!("{games} of {} games were played", 2 * args.pairs));
        return Err(Failure::Interrupted);
    }
    Ok(Exit::Good)
}
