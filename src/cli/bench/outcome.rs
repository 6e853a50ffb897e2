//! The measurements, as they are written as JSON.

use super::measure::{self, Row, Search, geometric_mean, real};
use super::positions::{Phase, SuitePosition};
use ataxx_core::diagnostic::text;
use serde::Serialize;

/// All measurements.
#[derive(Serialize)]
pub struct Outcome {
    pub version: &'static str,
    pub threads: usize,
    pub hash_mib: u64,
    pub without: Vec<&'static str>,
    pub positions: Vec<PositionResult>,
    pub won: Vec<WonResult>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueResult>,
    /// The nodes of all `positions`: the same on every machine without a time limit and with
    /// one thread.
    pub nodes: u64,
    pub seconds: f64,
    /// Whether all measurements were finished.
    pub complete: bool,
}

/// The search of an undecided position.
#[derive(Serialize)]
pub struct PositionResult {
    pub id: &'static str,
    pub phase: Phase,
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

impl PositionResult {
    pub fn of(entry: &SuitePosition<Phase>, search: Search) -> Self {
        let SuitePosition {
            id,
            position,
            known: phase,
        } = *entry;
        Self {
            id,
            phase,
            position: position.to_string(),
            empty: position.empty().count(),
            blocks: position.blocks().count(),
            search,
        }
    }
}

impl WinSearch {
    pub fn of(search: &Search) -> Self {
        match search.solution() {
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
    let count = measure::real(depths.len().max(1) as u64);
    depths.map(f64::from).sum::<f64>() / count
}

/// To a thousandth: more is noise.
fn rounded(number: f64) -> f64 {
    text::rounded(number, 3)
}
