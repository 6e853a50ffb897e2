//! One measurement: a search with the cost of each depth, a forced win, a technique, `perft`.

use super::positions::SuitePosition;
use crate::cli::interrupt::INTERRUPT;
use ataxx_core::board::perft::{Counter, CounterOptions, Hooks};
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::engine::{
    Limits, Player, PlayerOptions, Score, SearchReport, SearchTask, SearchTechniques,
};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The options of every search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub limits: Limits,
    pub threads: NonZeroUsize,
    pub table_bytes: usize,
    pub techniques: SearchTechniques,
}

/// The result and the cost of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Search {
    /// The depth in plies to which every first move was searched.
    pub depth: u32,
    /// The plies of the longest line searched.
    pub deepest: u32,
    /// All nodes, those of an unfinished depth included.
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching_factor: Option<f64>,
    /// The finished depths.
    pub depths: Vec<Row>,
    #[serde(skip)]
    pub time: Duration,
}

/// A finished depth. Nodes and time count from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The depth in plies to which every first move was searched.
    pub depth: u32,
    /// The plies of the longest line searched.
    pub deepest: u32,
    pub nodes: u64,
    pub seconds: f64,
    /// The distance of the forced win found, if one was.
    #[serde(skip)]
    pub win: Option<u32>,
}

impl Setup {
    /// A player with these options.
    pub fn player(&self, solver: bool) -> Player<'static> {
        Player::new(&PlayerOptions {
            table_bytes: self.table_bytes,
            techniques: self.techniques,
            solver,
            ..PlayerOptions::default()
        })
    }

    /// Searches a position, with the transposition table cleared before.
    pub fn search(&self, player: &mut Player, position: &Position) -> Search {
        player.clear();
        let task = SearchTask {
            position,
            rules: &Rules::UAI,
            limits: self.limits,
            seed: None,
            threads: self.threads,
        };
        let mut depths = Vec::new();
        let begun = Instant::now();
        let mut see = |report: &SearchReport| depths.push(Row::of(report, begun.elapsed()));
        let found = player.analyze(&task, 1, &INTERRUPT, &mut see);
        let time = begun.elapsed();
        let nodes = found.map_or(0, |(report, _)| report.nodes);
        Search::of(depths, nodes, time)
    }
}

impl Row {
    fn of(report: &SearchReport, time: Duration) -> Self {
        Self {
            depth: report.depth,
            deepest: report.deepest,
            nodes: report.nodes,
            seconds: text::seconds(time),
            win: match report.lines.first().map(|line| line.score) {
                Some(Score::Win(plies)) => Some(plies),
                _ => None,
            },
        }
    }
}

impl Search {
    fn of(depths: Vec<Row>, nodes: u64, time: Duration) -> Self {
        let last = depths.last();
        Self {
            depth: last.map_or(0, |last| last.depth),
            deepest: last.map_or(0, |last| last.deepest),
            nodes,
            seconds: text::seconds(time),
            nodes_per_second: text::per_second(nodes, time),
            branching_factor: branching_factor(&depths).map(rounded),
            depths,
            time,
        }
    }

    /// The cost of this depth.
    pub fn at(&self, depth: u32) -> Option<&Row> {
        self.depths.iter().find(|known| known.depth == depth)
    }
}

/// The factor by which one more ply multiplies the nodes: the geometric mean over the last
/// [`MEAN_OVER`] plies, or over as many as there are.
fn branching_factor(depths: &[Row]) -> Option<f64> {
    let last = depths.len().checked_sub(1)?;
    let plies = last.min(MEAN_OVER);
    let [from, to] = [last - plies, last].map(|at| real(depths[at].nodes));
    (plies > 0 && from > 0.0).then(|| (to / from).powf(1.0 / real(plies as u64)))
}

/// Even, because odd and even depths differ.
const MEAN_OVER: usize = 4;

/// A count as a floating-point number.
#[allow(clippy::cast_precision_loss)] // of counts beyond what can be counted to
pub fn real(count: u64) -> f64 {
    count as f64
}

/// The geometric mean; none of nothing.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum) = (0_u64, 0.0);
    for number in numbers {
        count += 1;
        sum += number.ln();
    }
    (count > 0).then(|| (sum / real(count)).exp())
}

/// The search of an undecided position.
#[derive(Serialize)]
pub struct PositionResult {
    pub id: &'static str,
    pub phase: &'static str,
    pub position: String,
    pub empty: u32,
    pub blocks: u32,
    #[serde(flatten)]
    pub search: Search,
}

/// The searches of a won position.
#[derive(Serialize)]
pub struct WonResult {
    pub id: &'static str,
    pub position: String,
    /// The plies of the win, as the solver proves it.
    pub distance: u16,
    pub search: WinSearch,
    pub solver: WinSearch,
}

/// The cost of finding a win, or of a search that found none.
#[derive(Serialize)]
pub struct WinSearch {
    /// The plies of the win that was found, which need not be the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<u32>,
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
}

/// What a technique gains, measured on the same positions without it.
#[derive(Serialize)]
pub struct TechniqueResult {
    pub without: &'static str,
    /// The mean depth.
    pub depth: f64,
    /// The gain in mean depth by the technique.
    pub gain: f64,
    /// The factor of nodes for the same depth, in geometric mean.
    pub nodes_ratio: f64,
    /// The factor of time for the same depth.
    pub seconds_ratio: f64,
}

/// The speed of the leaf counter at the start position, without a table.
#[derive(Clone, Copy, Serialize)]
pub struct PerftResult {
    pub depth: u8,
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
}

impl PerftResult {
    /// A few tenths of a second on one thread.
    const DEPTH: u8 = 7;

    /// Counts; `None` after Ctrl-C.
    pub fn measure(threads: NonZeroUsize) -> Result<Option<Self>, Diagnostic> {
        let options = CounterOptions {
            threads,
            ..CounterOptions::default()
        };
        let mut counter = Counter::new(&Rules::UAI, &options)
            .map_err(|error| Diagnostic::error("perft", error.to_string()))?;
        let hooks = Hooks {
            cancel: &INTERRUPT,
            progress: &|_| (),
        };
        let begun = Instant::now();
        let leaves = counter.count_with(&Position::start(), Self::DEPTH, &hooks);
        let time = begun.elapsed();
        Ok(leaves.ok().map(|nodes| Self::of(Self::DEPTH, nodes, time)))
    }

    /// A count that took this time.
    pub fn of(depth: u8, nodes: u64, time: Duration) -> Self {
        Self {
            depth,
            nodes,
            seconds: text::seconds(time),
            nodes_per_second: text::per_second(nodes, time),
        }
    }
}

impl PositionResult {
    pub fn of(entry: &SuitePosition<&'static str>, search: Search) -> Self {
        Self {
            id: entry.id,
            phase: entry.known,
            position: entry.position.to_string(),
            empty: entry.position.empty().count(),
            blocks: entry.position.blocks().count(),
            search,
        }
    }
}

impl WinSearch {
    /// Of the first depth at which a win was found.
    pub fn of(search: &Search) -> Self {
        match search.depths.iter().find(|depth| depth.win.is_some()) {
            Some(found) => Self {
                win: found.win,
                depth: found.depth,
                nodes: found.nodes,
                seconds: found.seconds,
            },
            None => Self {
                win: None,
                depth: search.depth,
                nodes: search.nodes,
                seconds: search.seconds,
            },
        }
    }
}

impl TechniqueResult {
    /// The measurements without a technique, compared with those with all.
    pub fn of(without: &'static str, all: &[PositionResult], rest: &[Search]) -> Self {
        let depth = mean_depth(rest.iter().map(|rest| rest.depth));
        let ratio = |of: fn(&Row) -> f64| {
            let ratios = all.iter().zip(rest).filter_map(|(all, rest)| {
                let depth = all.search.depth.min(rest.depth);
                let [all, rest] = [&all.search, rest].map(|search| search.at(depth).map(of));
                Some(rest? / all?).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
            });
            rounded(geometric_mean(ratios).unwrap_or(1.0))
        };
        Self {
            without,
            depth: rounded(depth),
            gain: rounded(mean_depth(all.iter().map(|all| all.search.depth)) - depth),
            nodes_ratio: ratio(|depth| real(depth.nodes)),
            seconds_ratio: ratio(|depth| depth.seconds),
        }
    }
}

/// The mean depth, 0 of nothing.
pub fn mean_depth(depths: impl ExactSizeIterator<Item = u32>) -> f64 {
    let count = real(depths.len().max(1) as u64);
    depths.map(f64::from).sum::<f64>() / count
}

/// To a thousandth: more is noise.
fn rounded(number: f64) -> f64 {
    text::rounded(number, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(nodes: &[u64]) -> Search {
        let depth = |(depth, &nodes)| Row {
            depth,
            deepest: depth,
            nodes,
            seconds: 0.0,
            win: None,
        };
        let depths = (1..).zip(nodes).map(depth).collect();
        Search::of(depths, nodes.iter().sum(), Duration::from_secs(1))
    }

    #[test]
    fn the_branching_factor_is_that_of_the_last_plies() {
        assert_eq!(search(&[]).branching_factor, None);
        assert_eq!(search(&[10]).branching_factor, None);
        assert_eq!(search(&[10, 30]).branching_factor, Some(3.0));
        let factor = search(&[1, 1, 4, 4, 16, 16]).branching_factor;
        assert!((factor.expect("a factor") - 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_geometric_mean() {
        assert_eq!(geometric_mean([]), None);
        let mean = geometric_mean([2.0, 8.0]).expect("a mean");
        assert!((mean - 4.0).abs() < 1e-9);
    }
}
