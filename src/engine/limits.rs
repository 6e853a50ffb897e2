//! When a search must end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What bounds a search. Without any bound it goes on until the position is
/// decided or it is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The longest it may take.
    pub time: Option<Duration>,
    /// About how many positions it may look at: it looks at the count once in a
    /// few hundred, and always in the same places. A forced win within five plies is
    /// looked for all the same, which can take some thousands.
    pub nodes: Option<u64>,
    /// How many plies deep it may look.
    pub depth: Option<u32>,
}

impl Limits {
    /// A limit on time alone.
    #[must_use]
    pub const fn of_time(time: Duration) -> Self {
        Self {
            time: Some(time),
            nodes: None,
            depth: None,
        }
    }

    /// A limit on nodes alone.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            time: None,
            nodes: Some(nodes),
            depth: None,
        }
    }

    /// The size of a table that such a search can fill, in bytes: setting up a larger one
    /// takes time and gains nothing.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        /// What a node can fill, some times over.
        const A_NODE: u64 = 32;
        /// What a search can fill in a millisecond, some times over.
        const A_MILLISECOND: u64 = 64 << 10;
        let by_nodes = self.nodes.map(|nodes| nodes.saturating_mul(A_NODE));
        let by_time = self.time.map(|time| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            A_MILLISECOND.saturating_mul(milliseconds)
        });
        let bytes = by_nodes.into_iter().chain(by_time).min();
        bytes
            .and_then(|bytes| usize::try_from(bytes).ok())
            .unwrap_or(usize::MAX)
    }

    /// A limit on depth alone.
    #[must_use]
    pub const fn of_depth(depth: u32) -> Self {
        Self {
            time: None,
            nodes: None,
            depth: Some(depth),
        }
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// There was nothing more to find: one legal move, or a decided game.
    Settled,
    /// The limit on depth.
    Depth,
    /// The limit on nodes.
    Nodes,
    /// The limit on time.
    Time,
    /// It was cancelled.
    Cancelled,
}

/// The limits of a search that has begun, shared by its threads.
pub(super) struct Meter<'a> {
    begun: Instant,
    time: Option<Duration>,
    node_limit: u64,
    nodes: AtomicU64,
    cancel: &'a AtomicBool,
    finished: AtomicBool,
}

/// A part of what a search may use: one in so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part(pub u32);

impl Part {
    pub const ALL: Self = Self(1);
}

/// However long a search may take, a part of it is not longer than this.
const PART_AT_MOST: Duration = Duration::from_secs(2);

/// How long a thread of this process was kept waiting by others, in microseconds: about
/// the longest time lately.
///
/// It is the machine's, not a search's, so that a search knows it from the beginning.
static KEPT_WAITING: AtomicU64 = AtomicU64::new(0);

/// What is left of the time unused at least. A processor that is shared takes a thread
/// away for some milliseconds now and then, and until it comes back it reads no clock.
fn margin(time: Duration) -> Duration {
    (time / 16).min(Duration::from_millis(60))
}

/// How many nodes a thread counts for itself before it looks at the limits.
const BATCH: u64 = 256;

impl<'a> Meter<'a> {
    pub(super) fn start(limits: &Limits, cancel: &'a AtomicBool) -> Self {
        // What happened long ago counts less and less.
        let waited = KEPT_WAITING.load(Ordering::Relaxed);
        KEPT_WAITING.store(waited - waited / 8, Ordering::Relaxed);
        Self {
            begun: Instant::now(),
            time: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            cancel,
            finished: AtomicBool::new(false),
        }
    }

    /// Ends the searches of all threads.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether there is time left of so much of it: of all of it, of half, and so on.
    pub(super) fn has_time(&self, part: Part) -> bool {
        !self.cancel.load(Ordering::Relaxed)
            && self.time.is_none_or(|time| {
                let waited = Duration::from_micros(KEPT_WAITING.load(Ordering::Relaxed));
                let margin = margin(time).max(waited.min(time / 2));
                let mut time = time.saturating_sub(margin);
                if part != Part::ALL {
                    time = (time / part.0).min(PART_AT_MOST);
                }
                self.begun.elapsed() < time
            })
    }

    /// Adds nodes to the count, and says why the search must end, if it must.
    pub(super) fn add(&self, nodes: u64) -> Option<StopReason> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.node_limit {
            Some(StopReason::Nodes)
        } else if self.cancel.load(Ordering::Relaxed) || self.finished.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else if !self.has_time(Part::ALL) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// How far the time is, where it counts.
    fn elapsed(&self) -> Option<Duration> {
        self.time.map(|_| self.begun.elapsed())
    }

    /// All nodes added so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A thread's own count of nodes.
pub(super) struct Counter<'a> {
    meter: &'a Meter<'a>,
    /// Not yet added to the meter.
    nodes: u64,
    /// When the thread looked at the meter last.
    looked: Option<Duration>,
}

impl<'a> Counter<'a> {
    pub(super) fn new(meter: &'a Meter<'a>) -> Self {
        Self {
            meter,
            nodes: 0,
            looked: meter.elapsed(),
        }
    }

    /// Counts a node, and fails when the search must end.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes == BATCH {
            self.look()?;
        }
        Ok(())
    }

    fn look(&mut self) -> Result<(), StopReason> {
        let nodes = std::mem::take(&mut self.nodes);
        if let (Some(before), Some(now)) = (self.looked, self.meter.elapsed()) {
            // A batch takes less than a millisecond: the rest was spent waiting.
            let waited = now.saturating_sub(before).as_micros();
            KEPT_WAITING.fetch_max(u64::try_from(waited).unwrap_or(0), Ordering::Relaxed);
            self.looked = Some(now);
        }
        self.meter.add(nodes).map_or(Ok(()), Err)
    }

    /// What has not been added yet.
    pub(super) fn not_added(&self) -> u64 {
        self.nodes
    }

    /// Adds what has not been added yet.
    pub(super) fn finish(&mut self) {
        self.meter.add(std::mem::take(&mut self.nodes));
    }
}
