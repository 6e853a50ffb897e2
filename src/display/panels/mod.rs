//! The panels of the page, each rendered from a snapshot.

mod analysis;
mod board;
mod game;
mod moves;
mod review;
mod status;

pub use analysis::{analysis, bar, course, wishes};
pub use board::{arrows, board, set_up};
pub use game::{choice, controls, end, new_game, players};
pub use moves::{moves, texts, variation};
pub use review::{puzzle, review};
pub use status::{log, notice, opened, spoken, status};
