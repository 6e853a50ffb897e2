//! The options of `ataxx solve`, and the question, limits and output that they stand for.

use super::result::{Query, SearchProgress, SolveResult};
use crate::cli::arguments::{Hash, Json, Notation, PositionArgs, Threads, values};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::progress::Progress;
use crate::cli::result_file::Target;
use crate::cli::tables::TablesOption;
use crate::cli::{batch, output};
use ataxx_core::board::{BoardSize, Game, Position};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::solver::certificate::Certificate;
use ataxx_core::solver::{
    Budget, CertifyError, Extent, Plies, PruningRule, PruningRules, Solution, Solver, SolverOptions,
};
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Find out whether a side can force a win, and in how many plies.
///
/// The verdict is exact: `win` or `loss` for the side to move, with the number of plies (shortest
/// for the winner, longest for the loser), `none` if neither side can force a win within --plies,
/// `draw` with --exact, and `unknown` if --time, --nodes or Ctrl-C ended the search. With --exact
/// they can end it before the distance of a win or loss is known; without a jump limit, or with one
/// of thousands, `unknown` can also mean that the search found no end.
#[derive(Debug, clap::Args)]
#[command(mut_arg("hash", |hash| hash.help(
    "Size of the transposition table, and limit on the memory for whole boards, in MiB, at most \
     65536 [default: 64, but for --exact boards in a quarter of the free memory]"
)))]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct Args {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Solve a position of a smaller board, such as `4x5`: 2 to 7 files and ranks. POSITION is its
    /// start, or a FEN with its files and ranks only.
    #[arg(long, value_name = "SIZE", conflicts_with = "batch")]
    board: Option<BoardSize>,
    /// Number of plies within which to look for a win; a ply is a move or pass of one side.
    #[arg(
        long,
        value_name = "N",
        default_value = "7",
        value_parser = clap::value_parser!(u16).range(1..=Plies::MAX.0.into()),
    )]
    plies: u16,
    /// Find the value of the position, without a limit on plies, and then its distance; on a small
    /// board by settling every position that can follow, if the search does not find it at once.
    #[arg(long, conflicts_with = "plies")]
    exact: bool,
    /// List every first move that keeps the verdict and the distance, instead of one; if a limit or
    /// Ctrl-C ends the search early, the list says that it is incomplete.
    #[arg(long)]
    pub all_moves: bool,
    /// Write a certificate of the verdict, for `ataxx verify`; `-` is standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    certificate: Option<PathBuf>,
    /// Also certify that a win or loss takes no fewer plies; the certificate is then far longer.
    #[arg(long, requires = "certificate", conflicts_with = "batch")]
    certify_distance: bool,
    /// Time limit in seconds, including the certificate.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// Node limit (approximate); a certificate may take as many nodes again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub hash: Hash,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub tables: TablesOption,
    /// Disable one pruning rule; repeatable.
    #[arg(long, value_name = "RULE", value_parser = values::choice(PruningRule::ALL, PruningRule::name))]
    without: Vec<PruningRule>,
    /// Show how often each pruning rule was used.
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    notation: Notation,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub batch: batch::Args,
}

impl Args {
    pub fn settings(&self) -> SolverOptions {
        SolverOptions {
            table_bytes: self.hash.bytes(),
            threads: self.threads.threads,
            pruning: self
                .without
                .iter()
                .fold(PruningRules::ALL, |kept, &left_out| kept.without(left_out)),
        }
    }

    pub fn game(&self) -> Result<Game, Diagnostic> {
        match self.board {
            Some(size) => self.position.game_on(size),
            None => self.position.game(),
        }
    }

    pub fn asked(&self, position: Position) -> Query {
        Query {
            position,
            rules: self.position.rules.rules,
            within: (!self.exact).then_some(Plies(self.plies)),
            all_moves: self.all_moves,
            notation: self.notation.notation,
            stats: self.stats,
        }
    }

    /// Whether layers may answer instead of a search.
    pub fn may_use_layers(&self) -> bool {
        self.exact
            && self.certificate.is_none()
            && self.nodes.is_none()
            && self.without.is_empty()
            && !self.stats
    }

    pub fn target(&self) -> Result<Option<Target>, Diagnostic> {
        let target = self.certificate.as_deref().map(Target::at).transpose()?;
        if self.json.wanted && target.as_ref().is_some_and(Target::is_stdout) {
            let message = "the JSON and the certificate cannot both go to standard output";
            return Err(Diagnostic::error("usage", message));
        }
        Ok(target)
    }

    /// Prints a result, to stderr if a certificate goes to standard output.
    pub fn print(
        &self,
        target: Option<&Target>,
        answer: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        if target.is_some_and(Target::is_stdout) {
            output::message(&text());
            return Ok(());
        }
        self.json.print(answer, text)
    }

    /// The certificate of a solution.
    pub fn certificate(
        &self,
        solver: &mut Solver,
        asked: &Query,
        solution: &Solution,
        limits: &Limits,
    ) -> Result<Certificate, CertifyError> {
        let extent = if self.certify_distance {
            Extent::Distance
        } else {
            Extent::Win
        };
        let go_on = || limits.allow_more();
        let reached = |steps| limits.progress.reach(steps as u64);
        let budget = limits.budget(&go_on);
        solver.certificate(&asked.position, solution, extent, &budget, &reached)
    }
}

/// Searches for an answer.
pub fn solve(solver: &mut Solver, asked: &Query, limits: &Limits) -> (Solution, SolveResult) {
    let begun = Instant::now();
    let question = asked.question();
    let shown = SearchProgress::new();
    let reached = solver.reached();
    let is_settled = AtomicBool::new(false);
    let go_on = || {
        let plies = reached.load(Ordering::Relaxed);
        let is_won = is_settled.load(Ordering::Relaxed);
        if let Some((nodes, remark)) = shown.advance(Budget::CHECK_INTERVAL, plies, is_won) {
            limits.progress.count(nodes, &remark);
        }
        limits.allow_more()
    };
    let value_found = || is_settled.store(true, Ordering::Relaxed);
    let budget = limits.budget(&go_on);
    let solution = solver.answer_in_full(&asked.position, question, &budget, &value_found);
    let answer = SolveResult::of(&solution, asked, begun.elapsed());
    (solution, answer)
}

/// The limits of an answer, and the display of its progress.
pub struct Limits {
    pub nodes: Option<u64>,
    deadline: Option<Instant>,
    pub progress: Progress,
}

impl Limits {
    /// The time starts now.
    pub fn of(args: &Args, progress: Progress) -> Self {
        Self {
            nodes: args.nodes,
            deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
            progress,
        }
    }

    pub fn allow_more(&self) -> bool {
        !INTERRUPT.is_requested()
            && self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline)
    }

    pub fn budget<'a>(&self, go_on: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget {
            nodes: self.nodes,
            may_continue: go_on,
        }
    }
}
