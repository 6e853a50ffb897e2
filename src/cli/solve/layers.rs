//! Whole small boards: `ataxx solve --layers`, and `--exact` where the board is small enough.

use super::options::{Args, Limits};
use super::result::{Query, SolveResult};
use crate::cli::arguments::Hash;
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::interrupt::{self, OnInterrupt};
use crate::cli::progress::{Progress, roughly};
use crate::cli::result_file::make_folder;
use crate::cli::{input, output};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::presentation::{Side, aligned};
use ataxx_core::solver::layers::{
    Board, FirstMove, Incomplete, LayerCounts, LayerOptions, LayerProgress, LayerStore, Place,
    Settled,
};
use ataxx_core::solver::{Budget, Solution, Solver, Verdict};
use ataxx_storage as storage;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The folder where finished layers are kept.
#[derive(Default)]
struct LayerFolder(PathBuf);

impl LayerFolder {
    fn file(&self, pieces: usize) -> PathBuf {
        self.0.join(format!("{pieces}.layer"))
    }
}

impl LayerStore for LayerFolder {
    fn list(&mut self) -> io::Result<Vec<usize>> {
        let mut layers = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let path = entry?.path();
            let pieces = path
                .file_stem()
                .and_then(|stem| stem.to_str()?.parse().ok());
            layers.extend(pieces.filter(|&pieces| path == self.file(pieces)));
        }
        Ok(layers)
    }

    fn open(&mut self, pieces: usize) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(BufReader::with_capacity(
            1 << 20,
            File::open(self.file(pieces))?,
        )))
    }

    fn keep(
        &mut self,
        pieces: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        storage::replace(&self.file(pieces), write)
    }

    fn release(&mut self, pieces: usize) -> io::Result<()> {
        match fs::remove_file(self.file(pieces)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The result of `--layers`.
#[derive(Serialize)]
struct Table {
    board: String,
    rules: String,
    value: &'static str,
    moves: Vec<ValuedMove>,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    layers: Vec<LayerCounts>,
    /// Whether these are all layers.
    complete: bool,
    seconds: f64,
}

/// A first move from the usual start, and its value for Red.
#[derive(Serialize)]
struct ValuedMove {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
}

/// Settles a whole board, and prints what its positions are worth.
pub fn run(args: &Args, (files, ranks): (u8, u8)) -> Result<Exit, EarlyExit> {
    let begun = Instant::now();
    let rules = args.position.rules.rules;
    let refused = |message| Diagnostic::error("layers", message);
    let board = Board::of_size(files, ranks, &rules)
        .map_err(|reason| refused(format!("this board is not settled by layers: {reason}")))?;
    check_memory(&board, true, args.hash.mib())?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut settled = Settled::default();
    let limits = Limits::of(args, Progress::none());
    let result = settle(args, &board, true, &limits, &mut settled);
    let sum = |of: fn(&LayerCounts) -> u64| settled.counts.iter().map(of).sum();
    let table = Table {
        board: format!("{files}x{ranks}"),
        rules: rules.to_string(),
        value: settled.value.name(),
        moves: settled.first_moves.iter().map(ValuedMove::of).collect(),
        positions: sum(LayerCounts::positions),
        won: sum(|counts| counts.won),
        lost: sum(|counts| counts.lost),
        drawn: sum(|counts| counts.drawn),
        layers: settled.counts.clone(),
        complete: sum(LayerCounts::positions) == board.positions(true),
        seconds: text::seconds(begun.elapsed()),
    };
    // What is known by then, after an error, too.
    if result.is_ok() || !settled.counts.is_empty() {
        args.json
            .print(&table, || table.text(board.positions(true)))?;
    }
    check_interrupt()?;
    result?;
    Ok(Exit::Good)
}

/// The search before the layers gets as many positions: near wins are found with their distance.
const SEARCHED_FIRST: u64 = 1 << 16;
/// The search for a distance after the layers gets as many.
const SEARCHED_AFTERWARDS: u64 = 1 << 24;

/// Solves a position of a small board exactly by its layers. `None` if a search answers at
/// once, or if layers are not possible, not wanted or take too much memory.
pub fn solve(
    args: &Args,
    solver: &mut Solver,
    asked: &Query,
    limits: &Limits,
) -> Result<Option<(Solution, SolveResult)>, EarlyExit> {
    let is_forced = args.layer_folder.is_some();
    if !args.may_use_layers() || asked.position.outcome(&asked.rules).is_some() {
        return Ok(None);
    }
    let board = match Board::of_position(&asked.position, &asked.rules) {
        Ok(board) => board,
        Err(reason) if is_forced => {
            let message = format!("this position is not settled by layers: {reason}");
            return Err(Diagnostic::error("layers", message).into());
        }
        Err(_) => return Ok(None),
    };
    let begun = Instant::now();
    let go_on = || limits.allow_more();
    let budget = |nodes| Budget {
        nodes: Some(nodes),
        may_continue: &go_on,
    };
    let searched = solver.exact(&asked.position, &budget(SEARCHED_FIRST));
    if searched.verdict != Verdict::Unknown && !is_forced {
        return Ok(None);
    }
    let limit = memory_limit(args.hash, free_memory());
    if let Err(too_large) = check_memory(&board, false, limit) {
        if is_forced {
            return Err(too_large.into());
        }
        let needed = board.memory(false).div_ceil(1 << 20);
        if (limit + 1..=Hash::MAX).contains(&needed) {
            output::message(&format!(
                "with `--hash {needed}` the layers of this board give the value\n"
            ));
        }
        return Ok(None);
    }
    let mut settled = Settled::default();
    settle(args, &board, false, limits, &mut settled)?;
    let mut solution = settled.solution(args.all_moves, &searched);
    let question = asked.question();
    let nodes = solution.nodes + SEARCHED_AFTERWARDS;
    solution = solver.complete(&asked.position, question, solution, &budget(nodes));
    let mut answer = SolveResult::of(&solution, asked, begun.elapsed());
    if settled.value != Verdict::Unknown {
        answer.settled = Some(board.positions(false));
    }
    Ok(Some((solution, answer)))
}

/// The limit on the memory of layers that answer instead of a search, in MiB: what `--hash` says, or
/// a quarter of the free memory.
fn memory_limit(hash: Hash, free: Option<u64>) -> u64 {
    match (hash.given, free) {
        (None, Some(free)) => (free / 4).max(hash.mib()),
        _ => hash.mib(),
    }
}

/// The memory in MiB that programs can still get, as far as the system says.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let of_machine = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? >> 10;
    // Less in a container with a limit of its own.
    let of_group = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    let left = of_group("max").zip(of_group("current"));
    let left = left.map(|(max, current)| max.saturating_sub(current) >> 20);
    Some(left.map_or(of_machine, |left| left.min(of_machine)))
}

/// Settles a board, or what of it can come after a position.
fn settle(
    args: &Args,
    board: &Board,
    all: bool,
    limits: &Limits,
    settled: &mut Settled,
) -> Result<(), EarlyExit> {
    let path = args.layer_folder.as_deref();
    path.map(make_folder).transpose()?;
    let mut folder = path.map(|path| LayerFolder(path.to_owned()));
    let clock = Mutex::new(Clock::start());
    let progress = Progress::estimated(Clock::STEPS.into());
    let proceed = |reached: LayerProgress| {
        let (steps, left) = {
            let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
            clock.reach(&reached, Instant::now())
        };
        let left = left.map(|left| format!(", about {} left", roughly(left)));
        progress.estimate(left.unwrap_or_default());
        let LayerProgress { pieces, round, .. } = reached;
        let name = format!("{}, round {round}", text::counted(pieces, "piece"));
        progress.count(steps, &name);
        limits.allow_more()
    };
    let store = folder.as_mut();
    let options = LayerOptions {
        threads: args.threads.threads,
        all,
        proceed: &proceed,
        store: store.map(|folder| folder as &mut dyn LayerStore),
    };
    let ended = board.settle(options, settled);
    let folder = folder.unwrap_or_default();
    match ended {
        Ok(()) | Err(Incomplete::Stopped) => Ok(()),
        Err(Incomplete::Store(error)) => {
            let (name, reason) = (input::name(&folder.0), storage::why_unwritable(&error));
            let message = format!("layers cannot be kept in `{name}`: {reason}");
            Err(Diagnostic::error("layers", message).into())
        }
        Err(Incomplete::Invalid { pieces, reason }) => {
            let name = input::name(&folder.file(pieces));
            let error = Diagnostic::error("layers", format!("`{name}` cannot be used: {reason}"));
            let help = "to compute all layers anew, remove this file or name another folder";
            Err(error.with_help([help.to_owned()]).into())
        }
    }
}

/// Estimates the time left by that of the layers so far.
struct Clock {
    begun: Instant,
    /// The first layer of this run, and the share of the work that was done before.
    first: Option<(usize, f64)>,
    /// The layer in progress, and when it was begun.
    layer: (usize, Instant),
}

impl Clock {
    /// The steps of the whole work.
    const STEPS: u32 = 1_000_000;

    fn start() -> Self {
        let begun = Instant::now();
        Self {
            begun,
            first: None,
            layer: (0, begun),
        }
    }

    /// The steps that are done, and the time for the others; `None` before the end of a layer.
    fn reach(&mut self, reached: &LayerProgress, now: Instant) -> (u64, Option<Duration>) {
        let &LayerProgress {
            pieces,
            finished,
            layer,
            ..
        } = reached;
        let (first, done_before) = *self.first.get_or_insert((pieces, finished));
        if self.layer.0 != pieces {
            self.layer = (pieces, now);
        }
        let (_, begun) = self.layer;
        let so_far = (begun - self.begun).as_secs_f64();
        let whole = so_far / (finished - done_before);
        let part = ((now - begun).as_secs_f64() / (whole * layer)).min(1.0);
        let is_known = pieces != first && whole.is_finite();
        let done = if is_known {
            finished + part * layer
        } else {
            finished
        };
        let left = Duration::try_from_secs_f64(whole * (1.0 - done));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to a million
        let steps = (f64::from(Self::STEPS) * done) as u64;
        (steps, left.ok().filter(|_| is_known))
    }
}

/// Refuses a board whose layers take more memory than is allowed.
fn check_memory(board: &Board, all: bool, limit: u64) -> Result<(), Diagnostic> {
    let bytes = board.memory(all);
    let needed = bytes.div_ceil(1 << 20);
    if needed > limit {
        let message = format!(
            "the layers of this board take {needed} MiB of memory, more than the limit of {limit}"
        );
        let help = (needed <= Hash::MAX).then(|| format!("`--hash {needed}` allows it"));
        return Err(Diagnostic::error("layers", message).with_help(help));
    }
    let is_there =
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    is_there.then_some(()).ok_or_else(|| {
        let message = format!("the system refuses the {needed} MiB of memory of the layers");
        Diagnostic::error("layers", message)
    })
}

impl ValuedMove {
    fn of(mv: &FirstMove) -> Self {
        let name = |(file, rank): Place| format!("{}{}", char::from(b'a' + file), rank + 1);
        Self {
            mv: match (mv.from, mv.to) {
                (Some(from), Some(to)) => format!("{}-{}", name(from), name(to)),
                (None, Some(to)) => name(to),
                (_, None) => "-".to_owned(),
            },
            value: mv.value.name(),
        }
    }
}

impl Table {
    /// Says of how many positions these are, if the work was ended early.
    fn text(&self, of: u64) -> String {
        let moves = |value| {
            let with = self.moves.iter().filter(|mv| mv.value == value);
            let moves: Vec<_> = with.map(|mv| mv.mv.as_str()).collect();
            (!moves.is_empty()).then(|| moves.join(" "))
        };
        let settled = text::thousands(self.positions);
        let positions = if self.complete {
            settled
        } else {
            let of = text::thousands(of);
            format!("{settled} of {of}, the others are not settled")
        };
        let board = format!("{}, rules {}", self.board, self.rules);
        let head = output::rows([
            ("board", Some(board)),
            ("value", Some(format!("{} (Red to move)", self.value))),
            ("winning", moves("win")),
            ("drawing", moves("draw")),
            ("losing", moves("loss")),
            ("positions", Some(positions)),
            ("time", Some(format!("{:.3} s", self.seconds))),
        ]);
        let row = |pieces: String, [won, lost, drawn]: [u64; 3], rounds: String| {
            #[allow(clippy::cast_precision_loss)] // for a percentage
            let share = won as f64 / (won + lost + drawn).max(1) as f64;
            let [won, lost, drawn] = [won, lost, drawn].map(text::thousands);
            let share = format!("{:.1}", 100.0 * share);
            vec![pieces, won, lost, drawn, share, rounds]
        };
        let names = ["pieces", "won", "lost", "drawn", "won %", "rounds"];
        let mut rows = vec![names.map(str::to_owned).to_vec()];
        rows.extend(self.layers.iter().map(|layer| {
            let counts = [layer.won, layer.lost, layer.drawn];
            row(layer.pieces.to_string(), counts, layer.rounds.to_string())
        }));
        let sum = [self.won, self.lost, self.drawn];
        let name = if self.complete { "all" } else { "so far" };
        rows.push(row(name.to_owned(), sum, String::new()));
        head + "\n" + &aligned(&rows, &[Side::Right])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_goes_by_the_layers_so_far() {
        let mut clock = Clock::start();
        let begun = clock.begun;
        let mut reach = |seconds, pieces, finished| {
            let reached = LayerProgress {
                pieces,
                round: 1,
                finished,
                layer: 0.25,
            };
            clock.reach(&reached, begun + Duration::from_secs(seconds))
        };
        let left = |seconds| Some(Duration::from_secs(seconds));
        // A quarter was done before, and the next takes ten seconds.
        assert_eq!(reach(0, 9, 0.25), (250_000, None));
        assert_eq!(reach(9, 9, 0.25), (250_000, None));
        assert_eq!(reach(10, 8, 0.5), (500_000, left(20)));
        assert_eq!(reach(15, 8, 0.5), (625_000, left(15)));
        assert_eq!(reach(40, 8, 0.5), (750_000, left(10)));
        assert_eq!(reach(40, 7, 0.75), (750_000, left(20)));
    }

    #[test]
    fn layers_take_a_quarter_of_the_free_memory_unless_a_limit_is_given() {
        let limit = |given, free| memory_limit(Hash { given }, free);
        assert_eq!(limit(None, Some(4000)), 1000);
        assert_eq!(limit(None, Some(100)), 64);
        assert_eq!(limit(None, None), 64);
        assert_eq!(limit(Some(10), Some(4000)), 10);
        assert_eq!(limit(Some(2000), Some(4000)), 2000);
    }
}
