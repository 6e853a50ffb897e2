//! The two solvers that are compared, behind the same few questions.
#![allow(dead_code)] // each bench uses a part

pub mod ours;
mod peer;

pub use ours::Ours;
pub use peer::Peer;

use ataxx_core::solver::Plies;

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
