//! The two solvers that are compared, behind the same few questions.

mod peer;

pub use peer::Peer;

use ataxx_core::board::{Position, Rules};
use ataxx_core::solver::{self, Budget, Plies, Solver, SolverOptions};

/// What is known of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins in so many plies, and in no fewer.
    Win(Plies),
    /// It loses in so many plies, and can hold out no longer.
    Loss(Plies),
    /// Neither within the plies that were looked at.
    Open,
}

/// What the solver of this crate finds within so many plies. It is set up anew for each question: a
/// table that an earlier one has filled would answer the next, and setting it up is part of the work.
pub fn ours(position: &Position, plies: Plies) -> Verdict {
    let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
    match solver.verdict(position, plies, &Budget::unlimited()) {
        solver::Verdict::Win(Some(plies)) => Verdict::Win(plies),
        solver::Verdict::Loss(Some(plies)) => Verdict::Loss(plies),
        solver::Verdict::None | solver::Verdict::Draw => Verdict::Open,
        found => panic!("an unlimited budget is enough: {found:?}"),
    }
}
