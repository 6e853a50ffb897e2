//! The truth about a position: forced wins and losses, exactly.

mod argument;
mod bounds;
mod budget;
mod cover;
mod goal;
mod inquiry;
mod node;
mod plies;
mod search;
mod settings;
mod solve;
mod table;

pub use argument::{Argument, Arguments, Uses};
pub use budget::Budget;
pub use plies::Plies;
pub use settings::Settings;
pub use solve::{Question, Solution, Solver, Verdict};
