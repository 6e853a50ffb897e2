//! Exact proofs about positions: who can force a win, and how soon.
//!
//! [`certificate`] is their written form, with the checker that believes none of
//! them.

pub mod certificate;
mod plies;

pub use plies::Plies;
