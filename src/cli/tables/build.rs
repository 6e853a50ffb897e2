//! `ataxx tables build`: every position of a board is settled, counted and kept.

use crate::cli::arguments::{Hash, Json, RulesOption, Threads, values};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::output;
use crate::cli::progress::{Progress, roughly};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::presentation::{Side, aligned};
use ataxx_tables::{
    Board, FirstMove, Incomplete, Invalid, LayerCounts, LayerOptions, LayerProgress, Place,
    Settled, TableFolder,
};
use serde::Serialize;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Settle every position of a board without blocks, layer by layer, and count those that the side to
/// move wins, loses and draws.
///
/// With --folder the layers are kept as a table, each in a file; after an interruption the same
/// command continues.
#[derive(Debug, clap::Args)]
#[command(mut_arg("hash", |hash| hash.help(
    "Limit on the memory for the layers in work, in MiB, at most 65536 [default: a quarter of the \
     free memory, or 64]"
)))]
pub struct Args {
    /// The board, such as `4x5`: 2 to 13 files and ranks, at most 26 squares.
    #[arg(value_name = "BOARD", value_parser = size)]
    board: (u8, u8),
    #[command(flatten)]
    rules: RulesOption,
    /// Keep the layers in this folder of tables.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Time limit in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    #[command(flatten)]
    hash: Hash,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    json: Json,
}

/// Reads the files and ranks of a board, which can be longer than that of positions.
fn size(text: &str) -> Result<(u8, u8), &'static str> {
    let number = |text: &str| text.parse().ok().filter(|number| (2..=13).contains(number));
    let sizes = text.split_once(['x', 'X']);
    sizes
        .and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)))
        .ok_or("expected files and ranks from 2 to 13, such as `3x6`")
}

/// What is printed of a board.
#[derive(Serialize)]
struct Counted {
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
pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let begun = Instant::now();
    let (files, ranks) = args.board;
    let rules = args.rules.rules;
    let refused = |message| Diagnostic::error("tables", message);
    let board = Board::of_size(files, ranks, &rules)
        .map_err(|reason| refused(format!("there is no table of this board: {reason}")))?;
    check_memory(&board, true, memory_limit(args.hash, free_memory()))?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut settled = Settled::default();
    let folder = args
        .folder
        .as_deref()
        .map(|folder| TableFolder::of(folder, files, ranks, &rules));
    folder.as_ref().map_or(Ok(()), |folder| {
        folder.make().map_err(|error| refused(error.to_string()))
    })?;
    let deadline = args.time.and_then(|time| begun.checked_add(time));
    let go_on = || {
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !is_late && !INTERRUPT.is_requested()
    };
    let work = Work {
        threads: args.threads.threads,
        all: true,
        folder: folder.as_ref(),
        go_on: &go_on,
    };
    let result = settle(&board, &work, &mut settled);
    let sum = |of: fn(&LayerCounts) -> u64| settled.counts.iter().map(of).sum();
    let table = Counted {
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

/// How a board is settled.
pub struct Work<'a> {
    pub threads: NonZeroUsize,
    /// Whether all of its positions are; otherwise those that can come after the given one.
    pub all: bool,
    /// Where layers are kept.
    pub folder: Option<&'a TableFolder>,
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// Settles a board, or what of it can come after a position.
pub fn settle(board: &Board, work: &Work, settled: &mut Settled) -> Result<(), EarlyExit> {
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
        (work.go_on)()
    };
    let options = LayerOptions {
        threads: work.threads,
        all: work.all,
        proceed: &proceed,
        folder: work.folder,
    };
    match board.settle(options, settled) {
        Ok(()) | Err(Incomplete::Stopped) => Ok(()),
        Err(Incomplete::Table(error)) => {
            let help = match error.reason {
                Invalid::File(_) => {
                    "the layers before it are kept; once this is mended, the same command continues"
                }
                _ => "to compute this layer anew, remove the file",
            };
            let error = Diagnostic::error("tables", error.to_string());
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

/// The limit on the memory of layers, in MiB: what `--hash` says, or
/// a quarter of the free memory.
pub fn memory_limit(hash: Hash, free: Option<u64>) -> u64 {
    match (hash.given, free) {
        (None, Some(free)) => (free / 4).max(hash.mib()),
        _ => hash.mib(),
    }
}

/// The memory in MiB that programs can still get, as far as the system says.
pub fn free_memory() -> Option<u64> {
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

/// Refuses a board whose layers take more memory than is allowed.
pub fn check_memory(board: &Board, all: bool, limit: u64) -> Result<(), Diagnostic> {
    let bytes = board.memory(all);
    let needed = bytes.div_ceil(1 << 20);
    if needed > limit {
        let message = format!(
            "the layers of this board take {needed} MiB of memory, more than the limit of {limit}"
        );
        let help = (needed <= Hash::MAX).then(|| format!("`--hash {needed}` allows it"));
        return Err(Diagnostic::error("tables", message).with_help(help));
    }
    let is_there =
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    is_there.then_some(()).ok_or_else(|| {
        let message = format!("the system refuses the {needed} MiB of memory of the layers");
        Diagnostic::error("tables", message)
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

impl Counted {
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
