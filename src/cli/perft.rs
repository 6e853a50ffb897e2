//! `ataxx perft`.

use super::arguments::{Hash, Json, Notation, PositionArgs, Threads};
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::{batch, output};
use ataxx_core::board::perft::{Counter, CounterOptions, Counting, Hooks, Unfinished};
use ataxx_core::board::{Move, PlayedMove, Position, Rules};
use ataxx_core::diagnostic::{Diagnostic, text};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Count the leaves of the game tree, to check a move generator.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("rules", |rules| rules.default_value("uai")),
    mut_arg("hash", |hash| hash.help("Size of the table of counts in MiB, at most 65536; 0 for none [default: 64]")),
    mut_arg("json", |json| json.help(
        "Print a JSON object with `position`, `depth`, `nodes` and `seconds`"
    )),
)]
pub struct Args {
    /// Depth in plies.
    depth: u8,
    #[command(flatten)]
    position: PositionArgs,
    /// Also print the number of leaves below each first move.
    #[arg(long)]
    divide: bool,
    /// Count an extend once for each neighbour it can come from instead of once for its
    /// destination.
    #[arg(long)]
    by_origin: bool,
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
}

/// The result.
#[derive(Serialize)]
struct PerftResult {
    position: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

/// The leaves below a first move.
#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        let mut perft = Perft::new(args)?;
        return batch::run(file, args.batch.shard, |position| {
            perft.answer(position, &Progress::none(), |_| Ok(()))
        });
    }
    let position = *args.position.game()?.position();
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut perft = Perft::new(args)?;
    let progress = Progress::bar(perft.length(&position));
    let answer = perft.answer(position, &progress, |branch| {
        if args.json.wanted {
            return Ok(());
        }
        progress.aside(|| output::data(&format!("{}: {}\n", branch.mv, branch.nodes)))
    });
    drop(progress);
    if matches!(answer, Err(EarlyExit::Interrupted)) {
        output::message("stopped before the count was complete\n");
    }
    let answer = answer?;
    args.json.print(&answer, || {
        let total = if args.divide { "total: " } else { "" };
        format!("{total}{}\n", answer.nodes)
    })?;
    if !args.json.wanted && io::stderr().is_terminal() {
        output::message(&speed(&answer));
    }
    Ok(Exit::Good)
}

/// The time and speed of a count.
fn speed(answer: &PerftResult) -> String {
    let PerftResult { nodes, seconds, .. } = *answer;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let [leaves, rate] = [nodes, text::per_second(nodes, time)].map(text::thousands);
    format!("{leaves} leaves in {seconds:.3} s, {rate} a second\n")
}

/// A counter with its options.
struct Perft<'a> {
    args: &'a Args,
    rules: Rules,
    counter: Counter,
}

impl<'a> Perft<'a> {
    fn new(args: &'a Args) -> Result<Self, Diagnostic> {
        let rules = args.position.rules.rules;
        let settings = CounterOptions {
            counting: if args.by_origin {
                Counting::ByOrigin
            } else {
                Counting::ByDestination
            },
            table_bytes: args.hash.bytes(),
            threads: args.threads.threads,
        };
        let counter = Counter::new(&rules, &settings)
            .map_err(|error| Diagnostic::error("perft", error.to_string()))?;
        Ok(Self {
            args,
            rules,
            counter,
        })
    }

    /// Counts; with `--divide`, passes each first move to `each` when it is done.
    fn answer(
        &mut self,
        position: Position,
        progress: &Progress,
        each: impl FnMut(&Branch) -> io::Result<()>,
    ) -> Result<PerftResult, EarlyExit> {
        let begun = Instant::now();
        let depth = self.args.depth;
        let (nodes, divide) = if self.args.divide {
            let branches = self.divide(&position, progress, each)?;
            let nodes = match depth {
                0 => 1,
                _ => branches
                    .iter()
                    .try_fold(0_u64, |sum, branch| sum.checked_add(branch.nodes))
                    .ok_or_else(|| unfinished(Unfinished::TooMany))?,
            };
            (nodes, Some(branches))
        } else {
            (self.count(&position, depth, progress, 0)?, None)
        };
        Ok(PerftResult {
            position: position.to_string(),
            depth,
            nodes,
            seconds: text::seconds(begun.elapsed()),
            divide,
        })
    }

    /// The leaves below each first move, in the order of the alphabet: two programs
    /// that disagree are then compared line by line.
    fn divide(
        &mut self,
        position: &Position,
        progress: &Progress,
        mut each: impl FnMut(&Branch) -> io::Result<()>,
    ) -> Result<Vec<Branch>, EarlyExit> {
        let Some(depth) = self.args.depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let mut known: HashMap<Move, u64> = HashMap::new();
        let mut branches = Vec::new();
        for (mv, name) in self.first_moves(position) {
            let nodes = if let Some(&nodes) = known.get(&mv) {
                nodes
            } else {
                let before = known.len() as u64 * PARTS;
                let next = position.after(mv, &self.rules);
                let nodes = self.count(&next, depth, progress, before)?;
                known.insert(mv, nodes);
                nodes
            };
            let branch = Branch { mv: name, nodes };
            each(&branch)?;
            branches.push(branch);
        }
        Ok(branches)
    }

    fn first_moves(&self, position: &Position) -> Vec<(Move, String)> {
        let mut moves: Vec<_> = position
            .legal_moves(&self.rules)
            .flat_map(|mv| {
                let most = if self.args.by_origin { usize::MAX } else { 1 };
                PlayedMove::with_each_origin(mv, position).take(most)
            })
            .map(|played| (played.mv, self.args.notation.notation.write(played)))
            .collect();
        moves.sort_by(|(_, left), (_, right)| left.cmp(right));
        moves
    }

    fn count(
        &mut self,
        position: &Position,
        depth: u8,
        progress: &Progress,
        before: u64,
    ) -> Result<u64, EarlyExit> {
        let hooks = Hooks {
            cancel: &INTERRUPT,
            progress: &|reached| {
                let part = reached.done as u64 * PARTS / (reached.total as u64).max(1);
                progress.reach(before + part);
            },
        };
        self.counter
            .count_with(position, depth, &hooks)
            .map_err(unfinished)
    }

    /// The total of the progress that [`answer`](Self::answer) reports.
    fn length(&self, position: &Position) -> u64 {
        if self.args.divide {
            position.legal_moves(&self.rules).count() as u64 * PARTS
        } else {
            PARTS
        }
    }
}

/// The resolution of the progress of one count.
const PARTS: u64 = 1000;

fn unfinished(reason: Unfinished) -> EarlyExit {
    match reason {
        Unfinished::Stopped => EarlyExit::Interrupted,
        Unfinished::TooMany => Diagnostic::error("perft", reason.to_string()).into(),
    }
}
