//! What positions and moves of a game are worth, in the opinion of the engine.
//!
//! An [`Assessment`] is the result of a search in terms that a person compares: a score and
//! chances of winning. A [`Review`] collects the assessments of a game's positions, and says
//! what each move lost and how accurately each side played.

mod assessment;
mod game;

pub use assessment::{
    Assessment, assessment_in_words, outcome_in_words, solution_in_words, table_of_lines,
};
pub use game::{Mistake, Review, Reviewed};
