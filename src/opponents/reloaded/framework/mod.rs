//! The framework that lets agents of Reloaded play against each other.
//!
//! The document has two readings of what becomes of an illegal move: it is forfeited, or a
//! random move is made in its place ([`OnIllegal`]). A move that does not come in time is
//! forfeited in either, and so is that of an agent that ends without an answer. A side
//! that has no legal move is not asked: it forfeits that move without any fault.

mod contestant;
mod fault;
mod game;
mod machine;
mod program;
mod tally;

pub use contestant::{Absence, Choice, Contestant, Situation};
pub use fault::{Fault, FaultKind};
pub use game::{Finished, Framework, OnIllegal, Ply, Reason};
pub use machine::{Machine, RandomMover, random_move};
pub use program::{ProgramContestant, Unidentified};
pub use tally::Tally;
