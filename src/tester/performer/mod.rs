//! Carrying a scenario out.

mod check_board;
mod check_moves;
mod check_output;
mod check_proof;
mod play;
mod problem;
mod stage;
mod versus;
mod work;

pub use work::tasks;
pub use work::tasks_with_fault;
