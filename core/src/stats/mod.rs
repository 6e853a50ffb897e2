//! Statistics of game results: scores, Elo, sequential tests, ratings.
//!
//! | question | answer |
//! |---|---|
//! | what are the results of two players? | [`Encounter`], with the [`Pairs`] that belong together |
//! | how much stronger is one of them? | [`Score::elo`] of [`Encounter::score`] |
//! | may the match end? | [`Sprt::judge`] |
//! | how strong are many players? | [`ratings`] |

mod encounter;
mod score;
mod sprt;
mod strength;
#[cfg(test)]
mod tests;

pub use encounter::{Encounter, Encounters, GameScore};
pub use score::{Elo, Normalised, Pairs, Score, Tally, Unit};
pub use sprt::{InvalidSprt, Progress, Sprt, Verdict};
pub use strength::{Rating, ratings};
