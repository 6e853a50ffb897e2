//! The options of `ataxx analyze`, and what analyses positions by them.

use super::result::{Analysis, AnalysisResult};
use crate::cli::arguments::{
    Hash, INSTEAD_OF_GAME, Json, Notation, PositionArgs, RecordedGame, SearchLimits, Threads,
};
use crate::cli::batch;
use crate::cli::interrupt::INTERRUPT;
use ataxx_core::board::{Position, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchReport, SearchTask};
use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the best variations and their scores, for one position or for each position of a
/// game.
///
/// A score is the lead in pieces that the side to move is expected to have at the end of the game,
/// or a forced win or loss within some plies. Forced results are proved, but may come sooner:
/// `ataxx solve` finds out how soon. Everything else is an estimate. With more than one thread, two
/// runs can differ.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("time", |time| time.help(
        "Time limit for each position, in seconds [default: 5, or 1 with --game, and none with \
         --depth or --nodes]"
    )),
    mut_arg("depth", |depth| depth.help(
        "Depth limit in plies; forced wins within five plies are found all the same"
    )),
    mut_arg("json", |json| json.help(
        "Print a JSON object; with --game, one for each position"
    )),
)]
pub struct Args {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Number of variations to show, each with a different first move.
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    lines: u16,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    hash: Hash,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub notation: Notation,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub batch: batch::Args,
    #[command(flatten, next_help_heading = "Games")]
    pub game: GameArgs,
}

/// Options for a game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("game", |game| game.help(
    "Analyze each position of a game record and find the worst mistakes; `-` is standard input"
)))]
pub struct GameArgs {
    #[command(flatten)]
    pub recorded: RecordedGame,
    /// Write a chart of the game to an SVG file.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    pub plot: Option<PathBuf>,
}

/// The default time for a position.
pub const USUAL_TIME: Duration = Duration::from_secs(5);
/// The default time for each position of a game.
pub const USUAL_TIME_IN_A_GAME: Duration = Duration::from_secs(1);

impl Args {
    pub fn limits(&self, usual_time: Duration) -> Limits {
        self.limits.limits_or(Limits::of_time(usual_time))
    }
}

/// Analyses one position after the other with the same player.
pub struct Analyst<'a> {
    pub player: Player<'static>,
    args: &'a Args,
    rules: &'a Rules,
    limits: Limits,
}

impl<'a> Analyst<'a> {
    pub fn new(args: &'a Args, rules: &'a Rules, limits: Limits) -> Self {
        let settings = PlayerOptions {
            table_bytes: args.hash.bytes(),
            ..PlayerOptions::default()
        };
        Self {
            player: Player::new(&settings),
            args,
            rules,
            limits,
        }
    }

    /// Analyses a position; `see` receives the analysis after each depth.
    pub fn analyze(&mut self, position: &Position, see: &mut dyn FnMut(&Analysis)) -> Analysis {
        let begun = Instant::now();
        let task = SearchTask {
            position,
            rules: self.rules,
            limits: self.limits,
            seed: None,
            threads: self.args.threads.threads,
        };
        let (rules, notation) = (self.rules, self.args.notation.notation);
        let analysis = |report: Option<&SearchReport>| {
            let mut report = report.cloned();
            if let Some(report) = &mut report {
                // A later line can change the value of an earlier one.
                report.lines.sort_by_key(|line| Reverse(line.value));
            }
            Analysis {
                position: *position,
                outcome: position.outcome(rules),
                answer: AnalysisResult::of(
                    report.as_ref(),
                    position,
                    rules,
                    notation,
                    begun.elapsed(),
                ),
                report,
            }
        };
        let lines = usize::from(self.args.lines);
        let found = self
            .player
            .analyze(&task, lines, &INTERRUPT, &mut |report| {
                see(&analysis(Some(report)));
            });
        analysis(found.as_ref().map(|(report, _)| report))
    }
}
