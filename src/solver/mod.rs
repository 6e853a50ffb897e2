//! The truth about a position: forced wins and losses, exactly.
//!
//! [`Solver`] finds them. [`certificate`] is the written form of what it found, with a
//! checker that believes none of it.

mod argument;
mod bounds;
mod budget;
pub mod certificate;
mod certify;
mod cover;
mod goal;
mod inquiry;
mod left;
mod node;
mod plies;
mod search;
mod settings;
mod solve;
mod strategy;
mod table;

pub use argument::{Argument, Arguments, Uses};
pub use budget::Budget;
pub use certify::{Extent, NoCertificate};
pub use plies::Plies;
pub use settings::Settings;
pub use solve::{Question, Solution, Solver, Verdict};
