//! `ataxx analyze`.

mod game;
mod graph;
mod labels;
mod result;
mod shown;

use super::arguments::{
    Hash, INSTEAD_OF_GAME, Json, Notation, PositionArgs, RecordedGame, SearchLimits, Threads,
};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::{batch, output};
use crate::cli::terminal::view;
use ataxx_core::board::{Position, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchReport, SearchTask};
use result::{Analysis, AnalysisResult};
use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the best variations and their scores, for one position or for each position of a
/// game.
///
/// A score is the number of pieces by which the side to move is expected to lead at the end
/// of the game, or a forced win or loss and within how many plies it comes. Forced results are
/// proved, but may come sooner: `ataxx solve` finds out how soon. Everything else is an estimate.
/// With more than one thread, two runs can differ.
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
        "Print a JSON object with `position`, `depth`, `nodes`, `seconds` and `lines`; with \
         --game, one for each position"
    )),
)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of variations to show, each with a different first move; more of them cost depth.
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
    notation: Notation,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    batch: batch::Args,
    #[command(flatten, next_help_heading = "Games")]
    game: GameArgs,
}

/// Options for a game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("game", |game| game.help(
    "Analyze each position of a game record and find the worst mistakes; `-` is standard input"
)))]
struct GameArgs {
    #[command(flatten)]
    recorded: RecordedGame,
    /// Write a chart of the game to an SVG file.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    plot: Option<PathBuf>,
}

/// The default time for a position.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// The default time for each position of a game.
const USUAL_TIME_IN_A_GAME: Duration = Duration::from_secs(1);

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(read) = args.game.recorded.read()? {
        game::run(args, &read.games)?;
        return Ok(read.exit);
    }
    let rules = args.position.rules.rules;
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
        return batch::run(file, args.batch.shard, |position| {
            // Earlier positions must not change the answer.
            analyst.player.forget();
            Ok(analyst.analyze(&position, &mut |_| {}).answer)
        });
    }
    let game = args.position.game()?;
    let position = game.position();
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if !args.json.wanted {
        let board = view::board(position, game.last_move());
        output::data(&format!("{board}\n"))?;
    }
    let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
    let progress = Progress::lines();
    progress.show("looking for a forced win");
    let analysis = analyst.analyze(position, &mut |so_far| progress.show(&so_far.live()));
    drop(progress);
    args.json.print(&analysis.answer, || analysis.text())?;
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(Exit::Good)
}

impl Args {
    fn limits(&self, usual_time: Duration) -> Limits {
        self.limits.limits_or(Limits::of_time(usual_time))
    }
}

/// Analyses one position after the other with the same player.
struct Analyst<'a> {
    player: Player<'static>,
    args: &'a Args,
    rules: &'a Rules,
    limits: Limits,
}

impl<'a> Analyst<'a> {
    fn new(args: &'a Args, rules: &'a Rules, limits: Limits) -> Self {
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
    fn analyze(&mut self, position: &Position, see: &mut dyn FnMut(&Analysis)) -> Analysis {
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
