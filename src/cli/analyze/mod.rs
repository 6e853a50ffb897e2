//! `ataxx analyze`.

mod answer;
mod assessment;
mod game;
mod graph;
mod labels;

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::{batch, output, position, values};
use crate::cli::terminal::view;
use answer::{Analysis, Answer};
use ataxx_toolkit::board::{Position, Rules};
use ataxx_toolkit::engine::{Limits, Player, PlayerOptions, SearchReport, SearchTask};
use ataxx_toolkit::notation::MoveNotation;
use std::cmp::Reverse;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the best lines of play and what they are worth, in one position or in each of a
/// game.
///
/// A score is the number of pieces by which the side to move is expected to be ahead at
/// the end of the game, or a win or loss that can be forced, with its distance in plies.
/// What is forced is certain, and the rest is the machine's opinion: see `ataxx solve`
/// for proofs.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    /// How many lines to show: the best one, the one with the second best first move, …
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    lines: u16,
    /// Think about a position for at most so many seconds [default: 5, or 1 with --game,
    /// and no limit with --depth or --nodes].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// Look no deeper than so many plies; forced wins within five are found all the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Look at no more than about so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Remember positions in a table of at most so many MiB.
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
        value_parser = clap::value_parser!(u32).range(..=1 << 20),
    )]
    hash: u32,
    /// How many threads to search with. With more than one, two runs can differ.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = values::threads(),
    )]
    threads: NonZeroUsize,
    /// The notation of the lines.
    #[arg(
        long,
        value_name = "NOTATION",
        default_value = "berkeley",
        ignore_case = true,
        value_parser = values::one_of::<MoveNotation, _>(MoveNotation::ALL.map(MoveNotation::name)),
    )]
    notation: MoveNotation,
    /// Print a JSON object with `position`, `depth`, `nodes`, `seconds` and `lines`; with
    /// --game one for each position.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: batch::Args,
    #[command(flatten, next_help_heading = "Games")]
    game: GameArgs,
}

/// Options that say more of a game.
#[derive(Debug, clap::Args)]
struct GameArgs {
    /// Analyze each position of a game record and find the worst mistakes; `-` is
    /// standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "surplus", "moves", "rules", "batch"],
    )]
    game: Option<PathBuf>,
    /// Which game of a file with several, by its `game:`.
    #[arg(long, value_name = "N", requires = "game")]
    number: Option<NonZeroU64>,
    /// Draw the course of the game as an SVG.
    #[arg(long, value_name = "FILE", requires = "game")]
    plot: Option<PathBuf>,
}

/// How long a position is thought about if nothing says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// The same for each position of a game.
const USUAL_TIME_IN_A_GAME: Duration = Duration::from_secs(1);

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(file) = &args.game.game {
        return game::run(args, file);
    }
    let rules = args.position.rules;
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
        return batch::run(file, args.batch.shard, |position| {
            // What was asked before is not to change the answer.
            analyst.player.forget();
            Ok(analyst.analyze(&position, &mut |_| {}).answer())
        });
    }
    let game = args.position.game()?;
    let position = game.position();
    // Not before there is something to finish: nobody should have to press it twice
    // while the position is waited for.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if !args.json {
        let board = view::board(position, game.last_move());
        output::data(&format!("{board}\n"))?;
    }
    let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
    let progress = Progress::lines();
    progress.show("looking for a forced win");
    let analysis = analyst.analyze(position, &mut |so_far| progress.show(&so_far.live()));
    drop(progress);
    if args.json {
        output::json(&analysis.answer())?;
    } else {
        output::data(&analysis.text())?;
    }
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(Exit::Good)
}

impl Args {
    fn limits(&self, usual_time: Duration) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        Limits {
            time: self.time.or(unlimited.then_some(usual_time)),
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// Somebody who thinks about one position after the other.
struct Analyst<'a> {
    player: Player<'static>,
    args: &'a Args,
    rules: &'a Rules,
    limits: Limits,
}

impl<'a> Analyst<'a> {
    fn new(args: &'a Args, rules: &'a Rules, limits: Limits) -> Self {
        const MIB: usize = 1024 * 1024;
        let table_bytes = usize::try_from(args.hash)
            .unwrap_or(usize::MAX)
            .saturating_mul(MIB);
        let settings = PlayerOptions {
            table_bytes,
            ..PlayerOptions::default()
        };
        Self {
            player: Player::new(&settings),
            args,
            rules,
            limits,
        }
    }

    /// Thinks about a position; `see` gets to see what is known so far.
    fn analyze(&mut self, position: &Position, see: &mut dyn FnMut(&Analysis)) -> Analysis {
        let begun = Instant::now();
        let task = SearchTask {
            position,
            rules: self.rules,
            limits: self.limits,
            seed: None,
            threads: self.args.threads,
        };
        let (rules, notation) = (self.rules, self.args.notation);
        let analysis = |report: Option<&SearchReport>| {
            let mut report = report.cloned();
            if let Some(report) = &mut report {
                // What was found of a later line can change the opinion of an earlier one.
                report.lines.sort_by_key(|line| Reverse(line.value));
            }
            Analysis {
                position: *position,
                outcome: position.outcome(rules),
                answer: Answer::of(report.as_ref(), position, rules, notation, begun.elapsed()),
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
