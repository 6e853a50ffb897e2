//! `ataxx solve`.

mod corpus;
mod first_moves;
mod result;
mod search_progress;
mod table_file;

pub use first_moves::merge;

use super::arguments::{Hash, Json, Notation, PositionArgs, Threads, values};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::result_file::ResultFile;
use super::{batch, output};
use ataxx_core::board::{BoardSize, Game, Position};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::solver::certificate::Certificate;
use ataxx_core::solver::{
    Budget, CertifyError, Extent, Plies, PruningRule, PruningRules, Question, Solution, Solver,
    SolverOptions,
};
use result::{Query, SolveResult};
use search_progress::SearchProgress;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table_file::TableFile;

/// Find out whether a side can force a win, and in how many plies.
///
/// The verdict is exact: `win` or `loss` for the side to move, with the number of plies
/// (shortest for the winner, longest for the loser), `none` when it is proved that neither
/// side can force a win within --plies, `draw` with --exact, and `unknown` when --time,
/// --nodes or Ctrl-C ended the search. With --exact these can also end the search between
/// the value and the distance, which is then missing; and where no limit on jumps, or one of
/// thousands, lets a game go on, `unknown` can mean that no end of the search was found.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object with `position`, `rules`, `plies`, `verdict`, `distance`, `moves`, \
     `line`, `nodes` and `seconds`; with --all-moves also `moves_complete`; with --shard one \
     for each first move, with `move`, about the position after it"
)))]
#[command(mut_arg("shard", |shard| shard.help(
    "Do only one part of the work: `2/5` is the second of five. Of a batch, a part of the lines. \
     With --certificate, a part of the first moves of the position: each is solved by itself, \
     --time and --nodes apply to each, and the file is a part of the certificate. `ataxx merge` \
     combines all parts"
)))]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Solve the usual start on a smaller board, such as `4x5` (files and ranks, 2 to 7 of
    /// each). The squares outside are blocks.
    #[arg(
        long,
        value_name = "SIZE",
        conflicts_with_all = ["position", "surplus", "batch"],
    )]
    board: Option<BoardSize>,
    /// Solve the positions of a file whose values are known, one a line, and compare. Implies
    /// --exact; --time and --nodes apply to each position.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "position", "surplus", "moves", "board", "batch", "plies", "all_moves", "certificate",
            "table", "stats", "rules", "notation",
        ],
    )]
    corpus: Option<PathBuf>,
    /// Number of plies within which to look for a win. A ply is a move of one side, or a
    /// pass.
    #[arg(
        long,
        value_name = "N",
        default_value = "7",
        value_parser = clap::value_parser!(u16).range(1..=Plies::MOST.0.into()),
    )]
    plies: u16,
    /// Find the value of the position, without a limit on plies, and then its distance.
    #[arg(long, conflicts_with = "plies")]
    exact: bool,
    /// List every first move that keeps the verdict and the distance, instead of one. If
    /// --time, --nodes or Ctrl-C ends the search before, the list says that it is not complete.
    #[arg(long)]
    all_moves: bool,
    /// Write a certificate of the verdict to a file, to be checked with `ataxx verify`; `-`
    /// is standard output.
    #[arg(
        long,
        value_name = "FILE",
        group = "in_parts",
        conflicts_with = "batch"
    )]
    certificate: Option<PathBuf>,
    /// Also certify that a win or loss takes no fewer plies. Such a certificate is far
    /// longer.
    #[arg(long, requires = "certificate", conflicts_with_all = ["batch", "corpus"])]
    certify_distance: bool,
    /// Time limit in seconds, including the certificate.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// Node limit (approximate); a certificate may take as many nodes again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: Hash,
    /// Keep the transposition table in a file: read it before the search, and write it after the
    /// search, when it is interrupted, and from time to time. The same command then goes on
    /// where it was.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "shard"])]
    table: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Disable one pruning rule; can be given several times.
    #[arg(long, value_name = "RULE", value_parser = values::choice(PruningRule::ALL, PruningRule::name))]
    without: Vec<PruningRule>,
    /// Show how often each pruning rule was used.
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    notation: Notation,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    batch: batch::Args,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(file) = &args.corpus {
        return corpus::run(args, file);
    }
    let rules = args.position.rules.rules;
    let mut solver = Solver::new(&rules, &args.settings());
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        return batch::run(file, args.batch.shard, |position| {
            let asked = args.asked(position);
            let limits = Limits::of(args, Progress::none());
            let (_, answer) = args.solve(&mut solver, &asked, &limits);
            Ok(answer.in_batch())
        });
    }
    if let Some(shard) = args.batch.shard.shard {
        return first_moves::run(args, &mut solver, shard);
    }
    let asked = args.asked(*args.game()?.position());
    // Before the work, so that an unwritable file is reported at once.
    let target = args.target()?;
    let open = |path: &PathBuf| TableFile::open(path, &mut solver, &asked.position);
    let table = args.table.as_ref().map(open).transpose()?;
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut limits = Limits::of(args, Progress::counter("positions"));
    let (solution, answer) = match table {
        Some(table) => args.solve_with(&table, &mut solver, &asked, &mut limits)?,
        None => args.solve(&mut solver, &asked, &limits),
    };
    limits.nodes = args.nodes;
    limits.progress = Progress::none();
    args.print(target.as_ref(), &answer, || answer.text(&solution, &asked))?;
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    let Some(target) = target else {
        return Ok(Exit::Good);
    };
    limits.progress = Progress::counter("steps");
    let certificate = args.certificate(&mut solver, &asked, &solution, &limits);
    drop(limits);
    match certificate {
        Ok(certificate) => target.write(&certificate).map(|()| Exit::Good),
        Err(_) if INTERRUPT.is_requested() => Err(Failure::Interrupted),
        Err(reason) => {
            let message = format!("there is no certificate: {reason}");
            output::report(&Diagnostic::error("certificate", message));
            Ok(Exit::Failed)
        }
    }
}

impl Args {
    fn settings(&self) -> SolverOptions {
        SolverOptions {
            table_bytes: self.hash.bytes(),
            threads: self.threads.threads,
            pruning: self
                .without
                .iter()
                .fold(PruningRules::ALL, |kept, &left_out| kept.without(left_out)),
        }
    }

    fn game(&self) -> Result<Game, Diagnostic> {
        match self.board {
            Some(size) => self.position.game_from(size.start()),
            None => self.position.game(),
        }
    }

    fn asked(&self, position: Position) -> Query {
        Query {
            position,
            rules: self.position.rules.rules,
            within: (!self.exact).then_some(Plies(self.plies)),
            all_moves: self.all_moves,
            notation: self.notation.notation,
            stats: self.stats,
        }
    }

    fn target(&self) -> Result<Option<Target>, Diagnostic> {
        let Some(path) = &self.certificate else {
            return Ok(None);
        };
        if path != Path::new("-") {
            return Ok(Some(Target::File(ResultFile::at(path)?)));
        }
        if self.json.wanted {
            let message = "the JSON and the certificate cannot both go to standard output";
            return Err(Diagnostic::error("usage", message));
        }
        Ok(Some(Target::Stdout))
    }

    /// Prints a result, to stderr if a certificate goes to standard output.
    fn print(
        &self,
        target: Option<&Target>,
        answer: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        match target {
            Some(Target::Stdout) => {
                output::message(&text());
                Ok(())
            }
            _ => self.json.print(answer, text),
        }
    }

    fn solve(
        &self,
        solver: &mut Solver,
        asked: &Query,
        limits: &Limits,
    ) -> (Solution, SolveResult) {
        let begun = Instant::now();
        let question = Question {
            within: asked.within,
            all_moves: self.all_moves,
        };
        let shown = SearchProgress::new();
        let reached = solver.reached();
        let is_settled = AtomicBool::new(false);
        let go_on = || {
            let (plies, settled) = (
                reached.load(Ordering::Relaxed),
                is_settled.load(Ordering::Relaxed),
            );
            let line = shown.advance(Budget::CHECK_INTERVAL, plies, settled);
            if let Some((nodes, remark)) = line {
                limits.progress.count(nodes, &remark);
            }
            limits.allow_more()
        };
        let value_found = || is_settled.store(true, Ordering::Relaxed);
        let position = &asked.position;
        let solution = limits.solve(solver, position, question, &go_on, &value_found);
        let answer = SolveResult::of(&solution, asked, begun.elapsed());
        (solution, answer)
    }

    /// The certificate of a solution.
    fn certificate(
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

/// The limits of an answer, and the display of its progress.
struct Limits {
    nodes: Option<u64>,
    deadline: Option<Instant>,
    progress: Progress,
}

impl Limits {
    /// The time starts now.
    fn of(args: &Args, progress: Progress) -> Self {
        Self {
            nodes: args.nodes,
            deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
            progress,
        }
    }

    fn allow_more(&self) -> bool {
        !INTERRUPT.is_requested()
            && self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline)
    }

    fn budget<'a>(&self, go_on: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget {
            nodes: self.nodes,
            may_continue: go_on,
        }
    }

    /// Answers a question; one without a limit on plies also with the distance. `value_found` is
    /// called in between.
    fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        question: Question,
        go_on: &(dyn Fn() -> bool + Sync),
        value_found: &dyn Fn(),
    ) -> Solution {
        let budget = self.budget(go_on);
        if question.within.is_some() {
            return solver.answer(position, question, &budget);
        }
        // The distance comes before the other moves, which depend on it.
        let one_move = Question {
            all_moves: false,
            ..question
        };
        let solution = solver.answer(position, one_move, &budget);
        value_found();
        let rest = Budget {
            nodes: budget
                .nodes
                .map(|limit| limit.saturating_sub(solution.nodes)),
            ..budget
        };
        solver.complete(position, solution, question, &rest)
    }
}

/// Where a certificate goes.
enum Target {
    /// Standard output, for another program; the answer goes to stderr.
    Stdout,
    File(ResultFile),
}

impl Target {
    fn write(self, certificate: &Certificate) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(to_stdout(|out| certificate.write(out))?),
            Self::File(file) => file.write(|mut out| certificate.write(&mut out)),
        }
    }
}

/// Writes a long text to standard output.
fn to_stdout(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    out.flush()
}
