//! The solver of this crate.

use super::Verdict;
use ataxx_core::board::{Position, Rules};
use ataxx_core::solver::{self, Budget, Plies, PruningRules, Solver, SolverOptions};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How the solver is set up, anew for each question: a table that an earlier one
/// has filled would answer the next, and setting it up is part of the work.
#[derive(Clone, Copy)]
pub struct Ours {
    pub threads: NonZeroUsize,
}

/// What an exact question was answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Win,
    Draw,
    Loss,
}

impl Ours {
    pub const ONE_THREAD: Self = Self {
        threads: NonZeroUsize::MIN,
    };

    fn solver(self) -> Solver {
        let settings = SolverOptions {
            threads: self.threads,
            ..SolverOptions::default()
        };
        Solver::new(&Rules::UAI, &settings)
    }

    /// A win or a loss in so many plies or fewer, however long it takes.
    pub fn within(self, position: &Position, plies: Plies) -> Verdict {
        let found = self.solver().verdict(position, plies, &Budget::unlimited());
        verdict(found).expect("an unlimited budget is enough")
    }

    /// The same, or nothing when it is not known in time.
    pub fn within_time(
        self,
        position: &Position,
        plies: Plies,
        limit: Duration,
    ) -> Option<Verdict> {
        in_time(limit, |budget| {
            verdict(self.solver().verdict(position, plies, budget))
        })
    }

    /// The same with some of the arguments only, and how many positions are searched for
    /// the verdict, a move and a line.
    pub fn within_by(
        self,
        position: &Position,
        plies: Plies,
        pruning: PruningRules,
    ) -> (Verdict, u64) {
        let settings = SolverOptions {
            threads: self.threads,
            pruning,
            ..SolverOptions::default()
        };
        let mut solver = Solver::new(&Rules::UAI, &settings);
        let solution = solver.solve(position, plies, &Budget::unlimited());
        let verdict = verdict(solution.verdict).expect("an unlimited budget is enough");
        (verdict, solution.nodes)
    }

    /// What the position is worth when nobody errs, or nothing when it is not known
    /// in time.
    pub fn exact_in_time(self, position: &Position, limit: Duration) -> Option<Found> {
        in_time(limit, |budget| {
            match self.solver().exact(position, budget).verdict {
                solver::Verdict::Win(_) => Some(Found::Win),
                solver::Verdict::Draw => Some(Found::Draw),
                solver::Verdict::Loss(_) => Some(Found::Loss),
                solver::Verdict::None | solver::Verdict::Unknown => None,
            }
        })
    }
}

fn verdict(found: solver::Verdict) -> Option<Verdict> {
    match found {
        solver::Verdict::Win(Some(plies)) => Some(Verdict::Win(plies)),
        solver::Verdict::Loss(Some(plies)) => Some(Verdict::Loss(plies)),
        solver::Verdict::None | solver::Verdict::Draw => Some(Verdict::Open),
        // A win or loss of which it is not known how far it is does not answer either.
        solver::Verdict::Win(None) | solver::Verdict::Loss(None) | solver::Verdict::Unknown => None,
    }
}

fn in_time<T>(limit: Duration, ask: impl FnOnce(&Budget) -> T) -> T {
    let deadline = Instant::now() + limit;
    ask(&Budget {
        nodes: None,
        may_continue: &|| Instant::now() < deadline,
    })
}
