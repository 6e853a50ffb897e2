//! Limits on the cost of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Limits on the cost of a search.
///
/// It contains no clock: a caller with a time limit checks it in `may_continue`.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Limit on the searched positions, checked about every thousand positions.
    pub nodes: Option<u64>,
    /// Called about every thousand positions by all threads; the search ends once it
    /// returns `false`.
    pub may_continue: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'_> {
    /// The number of positions between two checks, about.
    pub const CHECK_INTERVAL: u64 = Meter::CHECK_INTERVAL;
}

impl Budget<'static> {
    /// No limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            nodes: None,
            may_continue: &|| true,
        }
    }
}

/// Why a search was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The budget is exhausted.
    Budget,
    /// The table should grow before the search continues.
    Grow,
    /// The share of this search is used up.
    Share,
    /// Another thread has found the result.
    Answered,
    /// The line exceeds the maximum search depth.
    TooDeep,
}

/// The use of a budget, shared by all threads of a search.
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    /// Of all threads, and of earlier searches on this budget.
    nodes: AtomicU64,
    answered: AtomicBool,
    spent: AtomicBool,
    /// The number of nodes at which the share of the search in progress is used up.
    share_end: u64,
}

impl<'a> Meter<'a> {
    /// The number of nodes after which a thread checks the budget.
    pub const CHECK_INTERVAL: u64 = 1024;

    pub fn new(budget: &'a Budget<'a>) -> Self {
        Self {
            budget,
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            spent: AtomicBool::new(false),
            share_end: u64::MAX,
        }
    }

    /// Starts another search on the same budget.
    pub fn begin(&mut self) {
        *self.answered.get_mut() = false;
    }

    /// Limits the searches from here on to this many nodes.
    pub fn limit_share(&mut self, nodes: u64) {
        self.share_end = self.nodes.get_mut().saturating_add(nodes);
    }

    /// Signals the other threads that the result has been found.
    pub fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Fails if the budget is exhausted.
    pub fn check(&self) -> Result<(), Interruption> {
        if self.check_nodes().is_err() || !(self.budget.may_continue)() {
            self.spent.store(true, Ordering::Relaxed);
        }
        if self.spent.load(Ordering::Relaxed) {
            return Err(Interruption::Budget);
        }
        if self.nodes.load(Ordering::Relaxed) >= self.share_end {
            return Err(Interruption::Share);
        }
        Ok(())
    }

    /// Fails if the node limit of the budget is reached.
    pub fn check_nodes(&self) -> Result<(), Interruption> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        match self.budget.nodes {
            Some(limit) if nodes >= limit => Err(Interruption::Budget),
            _ => Ok(()),
        }
    }

    /// Adds nodes of a thread.
    pub fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Adds the nodes of a thread. Fails if the thread must stop.
    pub fn spend(&self, nodes: u64) -> Result<(), Interruption> {
        self.add(nodes);
        if self.answered.load(Ordering::Relaxed) {
            return Err(Interruption::Answered);
        }
        self.check()
    }
}
