//! The position that the analyst works on, shared between threads.

use ataxx_core::Cancellation;
use ataxx_page::{AnalysisTask, Target};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The current target of the analyst, shared between threads.
#[derive(Default)]
pub struct SharedTarget {
    target: Mutex<TargetState>,
    changed: Condvar,
    /// Set when there is a new target, so that the running analysis ends.
    pub cancel: Cancellation,
}

#[derive(Default)]
struct TargetState {
    target: Option<Target>,
    /// Whether the analyst has not taken it yet.
    fresh: bool,
    /// The tasks of the open pages, and of how many pages each is.
    tasks: BTreeMap<AnalysisTask, usize>,
}

impl SharedTarget {
    fn lock(&self) -> MutexGuard<'_, TargetState> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The running analysis ends, and another begins.
    fn restart(&self, mut state: MutexGuard<'_, TargetState>) {
        state.fresh = true;
        self.cancel.request();
        self.changed.notify_all();
    }

    /// Sets the target. The running analysis goes on unless its result depends on the difference.
    pub fn set(&self, target: Target) {
        let mut state = self.lock();
        let asks_engines = state.tasks.keys().any(|task| task.is_of_engine());
        let is_same = state.target.as_ref().is_some_and(|old| {
            (old.board, old.idle) == (target.board, target.idle)
                && (old.engine_time == target.engine_time || !asks_engines)
        });
        state.target = Some(target);
        if !is_same {
            self.restart(state);
        }
    }

    /// A page with this task was opened or closed.
    pub fn set_wanted(&self, task: AnalysisTask, begins: bool) {
        let mut state = self.lock();
        let pages = state.tasks.entry(task).or_default();
        let before = *pages;
        *pages = if begins {
            before + 1
        } else {
            before.saturating_sub(1)
        };
        let (before, after) = (before > 0, *pages > 0);
        state.tasks.retain(|_, pages| *pages > 0);
        if before != after {
            self.restart(state);
        }
    }

    /// Waits for a new target, or for new tasks.
    pub fn next(&self) -> (Target, Vec<AnalysisTask>) {
        let mut state = self.lock();
        loop {
            if state.fresh
                && !state.tasks.is_empty()
                && let Some(target) = state.target.clone()
            {
                state.fresh = false;
                self.cancel.clear();
                return (target, state.tasks.keys().copied().collect());
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
