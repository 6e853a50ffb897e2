//! How strong players are, and how sure that is.
//!
//! | question | answer |
//! |---|---|
//! | what did two players' games come to? | [`Encounter`], with the [`Pairs`] that belong together |
//! | how much stronger is one of them? | [`Score::elo`](crate::stats::Score::elo) of [`Encounter::score`] |
//! | may the match end? | [`Sprt::judge`] |
//! | how strong are many players? | [`ratings`] |

mod encounter;
mod likelihood;
mod matrix;
mod pairs;
#[cfg(test)]
mod simulation;
mod sprt;
mod strength;

pub use encounter::{Encounter, Encounters};
pub use pairs::Pairs;
pub use sprt::{InvalidSprt, Progress, Sprt, Verdict};
pub use strength::{Rating, ratings};
