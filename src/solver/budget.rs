//! How much a search may cost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How much a search may cost.
///
/// There is no clock in it: whoever has one looks at it in `go_on`.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// About how many positions may be searched: the count is looked at once in a
    /// thousand.
    pub nodes: Option<u64>,
    /// Asked once in about a thousand positions, by all threads: once it says no, the
    /// search ends.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'_> {
    /// After about so many positions it is asked again whether to go on.
    pub const CHECK_INTERVAL: u64 = Meter::CHECK_INTERVAL;
}

impl Budget<'static> {
    /// As much as it takes.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            nodes: None,
            go_on: &|| true,
        }
    }
}

/// Why a search has not ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The budget is spent.
    Budget,
    /// The table should grow before it goes on.
    Grow,
    /// Another thread has found the answer.
    Answered,
    /// The line is longer than lines are searched.
    TooDeep,
}

/// A budget that is being spent, by all threads of a search together.
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    /// Of all threads, and of searches before.
    nodes: AtomicU64,
    answered: AtomicBool,
    spent: AtomicBool,
}

impl<'a> Meter<'a> {
    /// After so many nodes a thread looks at the budget.
    pub const CHECK_INTERVAL: u64 = 1024;

    pub fn new(budget: &'a Budget<'a>) -> Self {
        Self {
            budget,
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            spent: AtomicBool::new(false),
        }
    }

    /// Begins another search on the same budget.
    pub fn begin(&mut self) {
        *self.answered.get_mut() = false;
    }

    /// Says that a thread has found the answer.
    pub fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Whether there is budget left.
    pub fn go_on(&self) -> Result<(), Interruption> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        if self.budget.nodes.is_some_and(|limit| nodes >= limit) || !(self.budget.go_on)() {
            self.spent.store(true, Ordering::Relaxed);
        }
        if self.spent.load(Ordering::Relaxed) {
            return Err(Interruption::Budget);
        }
        Ok(())
    }

    /// Adds what a thread has spent, and says why it must stop, if it must.
    pub fn spend(&self, nodes: u64) -> Result<(), Interruption> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if self.answered.load(Ordering::Relaxed) {
            return Err(Interruption::Answered);
        }
        self.go_on()
    }
}
