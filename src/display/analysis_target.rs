//! What the analyst is to look at.

use super::order::Wish;
use ataxx_core::Cancellation;
use ataxx_core::board::{Position, Rules};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The position to analyse, and what to find out about it.
#[derive(Clone, Debug)]
pub struct Target {
    /// What is to be found out.
    pub wish: Wish,
    /// Whether to wait: an AI needs the machine, or a position is being set up.
    pub idle: bool,
    /// The number of the board.
    pub board: u64,
    /// The position on it.
    pub position: Position,
    /// The rules it is played by.
    pub rules: Rules,
    /// The positions of the game whose values are wanted.
    pub line: Vec<Position>,
}

/// The current target of the analyst, shared between threads.
#[derive(Default)]
pub struct Aim {
    target: Mutex<Wanted>,
    changed: Condvar,
    /// Set when there is a new target, so that the running analysis ends.
    pub cancel: Cancellation,
}

#[derive(Default)]
struct Wanted {
    target: Option<Target>,
    /// Whether the analyst has still to take it.
    fresh: bool,
    /// Whether the next target counts as new even if it equals this one.
    again: bool,
    /// The number of those who look at the board.
    watching: usize,
}

impl Aim {
    fn lock(&self) -> MutexGuard<'_, Wanted> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the target, if it differs from the current one.
    pub fn set(&self, target: Target) {
        let mut wanted = self.lock();
        let same = wanted.target.as_ref().is_some_and(|old| {
            (old.wish, old.idle, old.board) == (target.wish, target.idle, target.board)
        });
        if same && !wanted.again {
            return;
        }
        wanted.target = Some(target);
        wanted.fresh = true;
        wanted.again = false;
        self.cancel.request();
        self.changed.notify_all();
    }

    /// Makes the next target count as new even if it equals the current one.
    pub fn again(&self) {
        self.lock().again = true;
    }

    /// A page was opened or closed. Closing the last one stops the analysis.
    pub fn watched(&self, begins: bool) {
        let mut wanted = self.lock();
        if begins {
            wanted.watching += 1;
        } else {
            wanted.watching = wanted.watching.saturating_sub(1);
        }
        if wanted.watching == 0 {
            self.cancel.request();
        }
        self.changed.notify_all();
    }

    /// Waits for a new target, or for an open page to continue an analysis that was stopped.
    pub fn next(&self) -> Target {
        let mut wanted = self.lock();
        wanted.fresh |= self.cancel.is_requested();
        loop {
            if wanted.fresh
                && wanted.watching > 0
                && let Some(target) = wanted.target.clone()
            {
                wanted.fresh = false;
                self.cancel.clear();
                return target;
            }
            let woken = self.changed.wait(wanted);
            wanted = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
