//! The panels of the page, each rendered from a snapshot.

mod analysis;
mod board;
mod game;
mod moves;

pub use analysis::{analyses, analysis, bar, course, puzzle, review};
pub use board::{arrows, board, set_up};
pub use game::{controls, log, new_game, notice, opened, players, spoken, status};
pub use moves::{comment_form, games, moves, texts, variation};
