//! The limits of a search, and the meters that check them.

use super::Instant;
use crate::Cancellation;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Limits of a search. Without a limit it runs until the position is decided or the search
/// is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum time.
    pub time: Option<Duration>,
    /// The approximate maximum of positions searched for the best move. It is checked every few
    /// hundred nodes, and with one thread always at the same nodes. The positions in which the
    /// solver looks for forced wins come on top: some thousands for a win within five plies,
    /// and a fraction of this limit for longer ones.
    pub nodes: Option<u64>,
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// With this time, the solver first looks for wins within nine plies in up to a million
    /// positions, however little `time` there is: that is for the search after it. Both together
    /// take no longer than this.
    pub proof_time: Option<Duration>,
}

impl Limits {
    /// A time limit only.
    #[must_use]
    pub const fn of_time(time: Duration) -> Self {
        Self {
            time: Some(time),
            nodes: None,
            depth: None,
            proof_time: None,
        }
    }

    /// A node limit only.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            time: None,
            nodes: Some(nodes),
            depth: None,
            proof_time: None,
        }
    }

    /// The useful size of a transposition table for this search, in bytes. A larger table
    /// takes time to allocate and is not filled.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        /// Bytes for each node; a few times the number that a search fills.
        const BYTES_PER_NODE: u64 = 32;
        /// Bytes for each millisecond; a few times the number that a search fills.
        const BYTES_PER_MILLISECOND: u64 = 64 << 10;
        let by_nodes = self.nodes.map(|nodes| nodes.saturating_mul(BYTES_PER_NODE));
        let by_time = self.time.map(|time| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            BYTES_PER_MILLISECOND.saturating_mul(milliseconds)
        });
        // With a node limit the size must not depend on the time limit.
        by_nodes
            .or(by_time)
            .and_then(|bytes| usize::try_from(bytes).ok())
            .unwrap_or(usize::MAX)
    }

    /// A depth limit only.
    #[must_use]
    pub const fn of_depth(depth: u32) -> Self {
        Self {
            time: None,
            nodes: None,
            depth: Some(depth),
            proof_time: None,
        }
    }
}

/// The useful size of a transposition table for a game, in bytes: `nodes` is the number of
/// nodes for each move, if that is known.
#[must_use]
pub fn game_table_bytes(nodes: Option<u64>) -> usize {
    /// Bytes for each node of a move; a table keeps entries of earlier moves.
    const BYTES_PER_NODE: u64 = 256;
    const LEAST: u64 = 1 << 18;
    const MAX: u64 = 32 << 20;
    let bytes = nodes.map_or(MAX, |nodes| {
        nodes.saturating_mul(BYTES_PER_NODE).clamp(LEAST, MAX)
    });
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// Nothing was left to search: there is one legal move, or the position is decided.
    Settled,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The search was cancelled.
    Cancelled,
}

/// Measures a running search against its limits; shared by its threads.
pub(super) struct Meter<'a> {
    begun: Instant,
    time: Option<Duration>,
    node_limit: u64,
    /// The nodes that count against the limit.
    nodes: AtomicU64,
    /// The nodes of the solver, which do not.
    solver_nodes: AtomicU64,
    cancel: &'a Cancellation,
    finished: AtomicBool,
}

/// A fraction of the time of a search: one nth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeShare(pub u32);

impl TimeShare {
    pub const ALL: Self = Self(1);
}

/// The maximum of a fraction of the time.
const MAX_TIME_SHARE: Duration = Duration::from_secs(2);

/// The longest recent scheduling delay of a thread of this process, in microseconds, about.
///
/// It is a property of the machine and kept across searches.
static SCHEDULING_DELAY: AtomicU64 = AtomicU64::new(0);

/// The minimum time reserve. A shared processor suspends a thread for some milliseconds now
/// and then, during which it cannot check the clock.
fn margin(time: Duration) -> Duration {
    (time / 64).min(Duration::from_millis(5))
}

/// The number of nodes between two checks of a thread.
const BATCH: u64 = 256;

impl<'a> Meter<'a> {
    pub(super) fn start(limits: &Limits, cancel: &'a Cancellation) -> Self {
        // Older delays decay.
        let delay = SCHEDULING_DELAY.load(Ordering::Relaxed);
        SCHEDULING_DELAY.store(delay - delay / 8, Ordering::Relaxed);
        Self {
            begun: Instant::now(),
            time: limits.proof_time.or(limits.time),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            solver_nodes: AtomicU64::new(0),
            cancel,
            finished: AtomicBool::new(false),
        }
    }

    /// Begins the time of the search after that of the solver.
    pub(super) fn begin_search(&mut self, limits: &Limits) {
        let Some(longest) = limits.proof_time else {
            return;
        };
        let left = longest.saturating_sub(self.begun.elapsed());
        self.begun = Instant::now();
        self.time = Some(limits.time.map_or(left, |time| time.min(left)));
    }

    /// Stops all threads of the search.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether this share of the time is not used up and the search is not cancelled.
    pub(super) fn has_time(&self, share: TimeShare) -> bool {
        !self.cancel.is_requested()
            && self.time.is_none_or(|time| {
                let delay = Duration::from_micros(SCHEDULING_DELAY.load(Ordering::Relaxed));
                let margin = margin(time).max(delay.min(time / 2));
                let mut time = time.saturating_sub(margin);
                if share != TimeShare::ALL {
                    time = (time / share.0).min(MAX_TIME_SHARE);
                }
                self.begun.elapsed() < time
            })
    }

    /// Adds nodes to the count. Returns the reason if the search must end.
    pub(super) fn add(&self, nodes: u64) -> Option<StopReason> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.node_limit {
            Some(StopReason::Nodes)
        } else if self.cancel.is_requested() || self.finished.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else if !self.has_time(TimeShare::ALL) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// The elapsed time, if there is a time limit.
    fn elapsed(&self) -> Option<Duration> {
        self.time.map(|_| self.begun.elapsed())
    }

    /// Adds nodes of the solver to the count, but not against the limit.
    pub(super) fn add_solver_nodes(&self, nodes: u64) {
        self.solver_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The number of nodes added so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed) + self.solver_nodes.load(Ordering::Relaxed)
    }
}

/// The node counter of one thread.
pub(super) struct Counter<'a> {
    meter: &'a Meter<'a>,
    /// Nodes not yet added to the meter.
    nodes: u64,
    /// The time of the last check.
    last_check: Option<Duration>,
}

impl<'a> Counter<'a> {
    pub(super) fn new(meter: &'a Meter<'a>) -> Self {
        Self {
            meter,
            nodes: 0,
            last_check: meter.elapsed(),
        }
    }

    /// Counts a node. Fails if the search must end.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes == BATCH {
            self.check()?;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), StopReason> {
        let nodes = std::mem::take(&mut self.nodes);
        if let (Some(before), Some(now)) = (self.last_check, self.meter.elapsed()) {
            // A batch takes less than a millisecond; the rest is scheduling delay.
            let delay = now.saturating_sub(before).as_micros();
            SCHEDULING_DELAY.fetch_max(u64::try_from(delay).unwrap_or(0), Ordering::Relaxed);
            self.last_check = Some(now);
        }
        self.meter.add(nodes).map_or(Ok(()), Err)
    }

    /// The nodes that have not been added to the meter.
    pub(super) fn not_added(&self) -> u64 {
        self.nodes
    }

    /// Adds the remaining nodes to the meter.
    pub(super) fn finish(&mut self) {
        self.meter.add(std::mem::take(&mut self.nodes));
    }
}

/// The thinking times of a program for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// The time if none is requested.
    pub usual: Duration,
    /// The upper bound, whatever time is requested.
    pub longest: Duration,
}

impl MoveBudget {
    /// The node limit of a seeded search if none is requested: a fraction of a second on
    /// today's machines.
    pub const SEEDED_NODES: u64 = 300_000;

    /// The limits of a search with this requested time and node limit.
    ///
    /// With a seed the node limit decides and the clock is only a safeguard, so that the choice
    /// does not depend on the speed of the machine. Where nothing decides that is requested, wins
    /// within nine plies are looked for in any case.
    #[must_use]
    pub fn limits(&self, time: Option<Duration>, nodes: Option<u64>, is_seeded: bool) -> Limits {
        let is_usual = nodes.is_none() && (time.is_none() || is_seeded);
        let time = match time {
            Some(time) if !is_seeded => time.min(self.longest),
            None if is_usual && !is_seeded => self.usual,
            _ => self.longest,
        };
        Limits {
            time: Some(time),
            nodes: nodes.or(is_seeded.then_some(Self::SEEDED_NODES)),
            depth: None,
            proof_time: is_usual.then_some(self.longest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_limit_alone() {
        let none = Limits::default();
        let time = Duration::from_millis(20);
        let (of_time, of_nodes, of_depth) = (
            Limits::of_time(time),
            Limits::of_nodes(3),
            Limits::of_depth(4),
        );
        assert_eq!(
            (of_time.time, of_nodes.nodes, of_depth.depth),
            (Some(time), Some(3), Some(4))
        );
        assert_eq!(
            Limits {
                time: None,
                ..of_time
            },
            none
        );
        assert_eq!(
            Limits {
                nodes: None,
                ..of_nodes
            },
            none
        );
        assert_eq!(
            Limits {
                depth: None,
                ..of_depth
            },
            none
        );
    }

    #[test]
    fn tables_grow_with_the_nodes_of_a_move() {
        let sizes = [Some(0), Some(2000), Some(1 << 40), None].map(game_table_bytes);
        assert_eq!(sizes, [1 << 18, 512_000, 32 << 20, 32 << 20]);
    }

    #[test]
    fn a_seeded_search_is_limited_by_nodes() {
        let seconds = Duration::from_secs;
        let budget = MoveBudget {
            usual: seconds(1),
            longest: seconds(9),
        };
        let limits = |time: Option<u64>, nodes, is_seeded| {
            let limits = budget.limits(time.map(seconds), nodes, is_seeded);
            let [time, proof_time] =
                [limits.time, limits.proof_time].map(|time| time.map(|time| time.as_secs()));
            (time, limits.nodes, proof_time)
        };
        assert_eq!(limits(None, None, false), (Some(1), None, Some(9)));
        assert_eq!(limits(Some(5), None, false), (Some(5), None, None));
        assert_eq!(limits(Some(50), None, false), (Some(9), None, None));
        assert_eq!(limits(None, Some(7), false), (Some(9), Some(7), None));
        let seeded_nodes = Some(MoveBudget::SEEDED_NODES);
        assert_eq!(limits(None, None, true), (Some(9), seeded_nodes, Some(9)));
        assert_eq!(
            limits(Some(5), None, true),
            (Some(9), seeded_nodes, Some(9))
        );
        assert_eq!(limits(None, Some(7), true), (Some(9), Some(7), None));
    }
}
