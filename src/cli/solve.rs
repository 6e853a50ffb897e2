//! `ataxx solve`.

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, OnInterrupt, TOLD};
use super::progress::Progress;
use super::{batch, output, position, values};
use ataxx::board::{Move, Position};
use ataxx::diagnostic::Diagnostic;
use ataxx::notation::{Fen, MoveNotation};
use ataxx::solver::{
    Argument, Arguments, Budget, Extent, Plies, Question, Settings, Solution, Solver, Uses, Verdict,
};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Find out whether a side can force a win, and in how many plies.
///
/// The answer is exact: `win` or `loss` for the side to move with the number of plies
/// (shortest for the winner, longest for the loser), `none` where it is proved that
/// neither side can force a win within --plies, `draw` with --exact, and `unknown` where
/// --time, --nodes or Ctrl-C ended the search.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    /// Within how many plies (single moves of either side, passes included).
    #[arg(
        long,
        value_name = "N",
        default_value = "7",
        value_parser = clap::value_parser!(u16).range(1..=Plies::MOST.0.into()),
    )]
    plies: u16,
    /// The value of the position, however long the game may last.
    #[arg(long, conflicts_with = "plies")]
    exact: bool,
    /// Every first move that keeps the verdict and the distance, not just one.
    #[arg(long)]
    all_moves: bool,
    /// Write a certificate of the verdict to a file: `ataxx verify` checks it.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    certificate: Option<PathBuf>,
    /// Certify of a win or loss also that there is none in fewer plies, which takes a far
    /// longer certificate.
    #[arg(long, requires = "certificate")]
    certify_distance: bool,
    /// Give up after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// Give up after about so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Remember positions in a table of at most so many MiB.
    #[arg(long, value_name = "MB", default_value = "64")]
    hash: usize,
    /// How many threads to search with.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = values::threads(),
    )]
    threads: NonZeroUsize,
    /// Do without an argument that spares work, to see what it is worth; can be given
    /// several times.
    #[arg(long, value_name = "ARGUMENT", value_parser = values::choice(Argument::ALL, Argument::name))]
    without: Vec<Argument>,
    /// Show how often each argument spared work.
    #[arg(long)]
    stats: bool,
    /// The notation of the answer.
    #[arg(
        long,
        value_name = "NOTATION",
        default_value = "berkeley",
        ignore_case = true,
        value_parser = values::one_of::<MoveNotation, _>(MoveNotation::ALL.map(MoveNotation::name)),
    )]
    notation: MoveNotation,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: batch::Args,
}

/// What was found.
#[derive(Serialize)]
struct Answer {
    position: String,
    rules: &'static str,
    /// Within how many plies a win was looked for; missing with `--exact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u16>,
    /// With `unknown`: within so many plies neither side can force a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    none_within: Option<u16>,
    moves: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stats: Vec<Use>,
}

/// How often an argument spared work.
#[derive(Serialize)]
struct Use {
    argument: &'static str,
    uses: u64,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let rules = args.position.rules.rules();
    let mut solver = Solver::new(&rules, &args.settings());
    if let Some(file) = &args.batch.batch {
        return batch::run(file, |position| {
            let (_, answer) = args.solve(&mut solver, &position, &Progress::none());
            if TOLD.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            Ok(answer)
        });
    }
    let position = *args.position.game()?.position();
    // A file that cannot be written to is found out before the work, not after it.
    let file = args.certificate.as_deref().map(create).transpose()?;
    let progress = Progress::counter("positions");
    let (solution, answer) = args.solve(&mut solver, &position, &progress);
    drop(progress);
    if args.json {
        output::json(&answer)?;
    } else {
        output::data(&answer.text(position, solution.verdict))?;
    }
    if let Some((path, file)) = file {
        args.certify(&mut solver, &position, &solution, path, file)?;
    }
    Ok(if TOLD.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else {
        Exit::Good
    })
}

impl Args {
    fn settings(&self) -> Settings {
        const MIB: usize = 1024 * 1024;
        Settings {
            table_bytes: self.hash.saturating_mul(MIB),
            threads: self.threads,
            arguments: self
                .without
                .iter()
                .fold(Arguments::ALL, |kept, &left_out| kept.without(left_out)),
        }
    }

    fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        progress: &Progress,
    ) -> (Solution, Answer) {
        let begun = Instant::now();
        let deadline = self.time.and_then(|time| begun.checked_add(time));
        let go_on = || {
            progress.advance(Budget::ASKED_EVERY);
            !TOLD.load(Ordering::Relaxed)
                && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let budget = Budget {
            nodes: self.nodes,
            go_on: &go_on,
        };
        let question = Question {
            within: (!self.exact).then_some(Plies(self.plies)),
            all_moves: self.all_moves,
        };
        let solution = solver.answer(position, question, &budget);
        let answer = self.answer(position, &solution, begun.elapsed());
        (solution, answer)
    }

    fn answer(&self, position: &Position, solution: &Solution, time: Duration) -> Answer {
        let number = |plies: Option<Plies>| plies.map(|Plies(plies)| plies);
        let (verdict, distance) = match solution.verdict {
            Verdict::Win(distance) => ("win", distance),
            Verdict::Loss(distance) => ("loss", distance),
            Verdict::None => ("none", None),
            Verdict::Draw => ("draw", None),
            Verdict::Unknown => ("unknown", None),
        };
        let moves = solution.moves.iter();
        Answer {
            position: Fen(*position).to_string(),
            rules: self.position.rules.name(),
            plies: (!self.exact).then_some(self.plies),
            verdict,
            distance: number(distance),
            none_within: (solution.verdict == Verdict::Unknown).then_some(solution.none_within.0),
            moves: moves
                .map(|&mv| self.notation.write_in(mv, position))
                .collect(),
            line: self.written_line(position, &solution.line),
            nodes: solution.nodes,
            seconds: values::in_seconds(time),
            stats: if self.stats {
                stats(&solution.uses)
            } else {
                Vec::new()
            },
        }
    }

    fn written_line(&self, position: &Position, line: &[Move]) -> Vec<String> {
        let rules = self.position.rules.rules();
        let mut position = *position;
        line.iter()
            .map(|&mv| {
                let written = self.notation.write_in(mv, &position);
                position = position.after(mv, &rules);
                written
            })
            .collect()
    }

    /// Writes the certificate of what was found.
    fn certify(
        &self,
        solver: &mut Solver,
        position: &Position,
        solution: &Solution,
        path: &Path,
        file: File,
    ) -> Result<(), Failure> {
        let progress = Progress::counter("steps");
        let go_on = || !TOLD.load(Ordering::Relaxed);
        let budget = Budget {
            nodes: None,
            go_on: &go_on,
        };
        let extent = if self.certify_distance {
            Extent::Distance
        } else {
            Extent::Win
        };
        let told = |steps| progress.reach(steps as u64);
        let preset = self.position.rules;
        let certificate = solver
            .certificate(position, solution, preset, extent, &budget, &told)
            .map_err(|reason| {
                // What was created for it is of no use to anybody.
                let _ = std::fs::remove_file(path);
                if TOLD.load(Ordering::Relaxed) {
                    return Failure::Interrupted;
                }
                let message = format!("there is no certificate: {reason}");
                Diagnostic::error("certificate", message).into()
            })?;
        let mut out = BufWriter::new(file);
        certificate
            .write(&mut out)
            .and_then(|()| out.flush())
            .map_err(|error| unwritable(path, &error))?;
        Ok(())
    }
}

/// Creates the file that a certificate goes to.
fn create(path: &Path) -> Result<(&Path, File), Diagnostic> {
    match File::create(path) {
        Ok(file) => Ok((path, file)),
        Err(error) => Err(unwritable(path, &error)),
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("{} cannot be written: {error}", path.display());
    Diagnostic::error("certificate", message)
}

fn stats(uses: &Uses) -> Vec<Use> {
    Argument::ALL
        .into_iter()
        .map(|argument| Use {
            argument: argument.name(),
            uses: uses[argument],
        })
        .collect()
}

impl Answer {
    /// What a person wants to know.
    fn text(&self, position: Position, verdict: Verdict) -> String {
        let turn = position.turn();
        let winner = match verdict {
            Verdict::Win(_) => Some(turn),
            Verdict::Loss(_) => Some(turn.opposite()),
            _ => None,
        };
        let meaning = match (winner, self.distance) {
            (Some(winner), Some(0)) => format!("the game is over, {winner} has won"),
            (Some(winner), Some(plies)) => {
                format!("{winner} forces a win in {}, and no sooner", Plies(plies))
            }
            (Some(winner), None) => format!("{winner} forces a win"),
            (None, _) => match (verdict, self.plies) {
                (Verdict::Draw, None) => "neither side forces a win, ever".to_owned(),
                (Verdict::Draw, _) => "the game is over, nobody has won".to_owned(),
                (Verdict::None, Some(plies)) => {
                    format!("neither side forces a win within {}", Plies(plies))
                }
                _ => match self.none_within {
                    None | Some(0) => "nothing was found out".to_owned(),
                    Some(plies) => {
                        format!("none within {}; then the search ended", Plies(plies))
                    }
                },
            },
        };
        let list = |moves: &[String]| (!moves.is_empty()).then(|| moves.join(" "));
        let rows = [
            (
                "verdict",
                Some(format!("{} ({turn} to move)", self.verdict)),
            ),
            ("meaning", Some(meaning)),
            ("best", list(&self.moves)),
            ("line", list(&self.line)),
            (
                "effort",
                Some(format!("{} positions, {:.3} s", self.nodes, self.seconds)),
            ),
        ];
        let rows = rows
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        let stats = self
            .stats
            .iter()
            .map(|Use { argument, uses }| ("spared", format!("{uses:>12} by {argument}")));
        let rows = rows
            .chain(stats)
            .map(|(key, value)| format!("{key:<10}{value}\n"));
        rows.collect()
    }
}
