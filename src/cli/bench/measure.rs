//! One measurement: the depth, nodes and time of a search, and when it found a forced win.

use super::positions::SuitePosition;
use crate::cli::interrupt::INTERRUPT;
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::engine::{Limits, Player, PlayerOptions, Score, SearchReport, SearchTask};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The options of every search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub limits: Limits,
    pub threads: NonZeroUsize,
    pub table_bytes: usize,
}

/// The result and the cost of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Search {
    /// The depth in plies to which every first move was searched.
    pub depth: u32,
    /// All nodes, those of an unfinished depth included.
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
    #[serde(skip)]
    pub time: Duration,
    #[serde(skip)]
    won: Option<WinSearch>,
}

/// The cost of finding a win, or of a search that found none.
#[derive(Clone, Debug, Serialize)]
pub struct WinSearch {
    /// The plies of the win that was found, which need not be the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<u32>,
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
}

impl Setup {
    /// A player with these options.
    pub fn player(&self, solver: bool) -> Player<'static> {
        Player::new(&PlayerOptions {
            table_bytes: self.table_bytes,
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
        let (mut depth, mut won) = (0, None);
        let begun = Instant::now();
        let mut see = |report: &SearchReport| {
            depth = report.depth;
            if let Some(Score::Win(plies)) = report.lines.first().map(|line| line.score) {
                won.get_or_insert(WinSearch {
                    win: Some(plies),
                    depth,
                    nodes: report.nodes,
                    seconds: text::seconds(begun.elapsed()),
                });
            }
        };
        let found = player.analyze(&task, 1, &INTERRUPT, &mut see);
        let time = begun.elapsed();
        let nodes = found.map_or(0, |(report, _)| report.nodes);
        Search {
            depth,
            nodes,
            seconds: text::seconds(time),
            nodes_per_second: text::per_second(nodes, time),
            time,
            won,
        }
    }
}

impl Search {
    /// Its cost up to the first depth at which a win was found.
    pub fn until_win(self) -> WinSearch {
        self.won.unwrap_or(WinSearch {
            win: None,
            depth: self.depth,
            nodes: self.nodes,
            seconds: self.seconds,
        })
    }
}

/// The search of an undecided position.
#[derive(Serialize)]
pub struct PositionResult {
    pub id: &'static str,
    pub phase: &'static str,
    pub position: String,
    #[serde(flatten)]
    pub search: Search,
}

impl PositionResult {
    pub fn of(entry: &SuitePosition<&'static str>, search: Search) -> Self {
        Self {
            id: entry.id,
            phase: entry.known,
            position: entry.position.to_string(),
            search,
        }
    }
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
