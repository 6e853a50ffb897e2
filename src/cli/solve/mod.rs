//! `ataxx solve`.

mod result;

use super::arguments::{Hash, Json, Notation, PositionArgs, Threads, values};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::result_file::ResultFile;
use super::{batch, output};
use ataxx_toolkit::board::Position;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::solver::certificate::Certificate;
use ataxx_toolkit::solver::{
    Budget, CertifyError, Extent, Plies, PruningRule, PruningRules, Question, Solution, Solver,
    SolverOptions,
};
use result::{Query, SolveResult};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Find out whether a side can force a win, and in how many plies.
///
/// The verdict is exact: `win` or `loss` for the side to move, with the number of plies
/// (shortest for the winner, longest for the loser), `none` when it is proved that neither
/// side can force a win within --plies, `draw` with --exact, and `unknown` when --time,
/// --nodes or Ctrl-C ended the search.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object with `position`, `rules`, `plies`, `verdict`, `distance`, `moves`, \
     `line`, `nodes` and `seconds`"
)))]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of plies within which to look for a win. A ply is a move of one side, or a
    /// pass.
    #[arg(
        long,
        value_name = "N",
        default_value = "7",
        value_parser = clap::value_parser!(u16).range(1..=Plies::MOST.0.into()),
    )]
    plies: u16,
    /// Find the value of the position, without a limit on plies.
    #[arg(long, conflicts_with = "plies")]
    exact: bool,
    /// List every first move that keeps the verdict and the distance, instead of one.
    #[arg(long)]
    all_moves: bool,
    /// Write a certificate of the verdict to a file, to be checked with `ataxx verify`; `-`
    /// is standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    certificate: Option<PathBuf>,
    /// Also certify that a win or loss takes no fewer plies. Such a certificate is far
    /// longer.
    #[arg(long, requires = "certificate")]
    certify_distance: bool,
    /// Time limit in seconds, including the certificate.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// Node limit (approximate); a certificate may take as many nodes again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: Hash,
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
    let asked = args.asked(*args.position.game()?.position());
    // Before the work, so that an unwritable file is reported at once.
    let target = args.target()?;
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut limits = Limits::of(args, Progress::counter("positions"));
    let (solution, answer) = args.solve(&mut solver, &asked, &limits);
    limits.progress = Progress::none();
    match &target {
        Some(Target::Stdout) => output::message(&answer.text(&solution, &asked)),
        _ => args
            .json
            .print(&answer, || answer.text(&solution, &asked))?,
    }
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

    fn asked(&self, position: Position) -> Query {
        Query {
            position,
            rules: self.position.rules.rules,
            within: (!self.exact).then_some(Plies(self.plies)),
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
        let go_on = || {
            limits.progress.advance(Budget::CHECK_INTERVAL);
            limits.allow_more()
        };
        let solution = solver.answer(&asked.position, question, &limits.budget(&go_on));
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
            Self::Stdout => {
                let mut out = BufWriter::new(io::stdout().lock());
                certificate.write(&mut out)?;
                Ok(out.flush()?)
            }
            Self::File(file) => file.write(|mut out| certificate.write(&mut out)),
        }
    }
}
