//! The Universal Ataxx Interface, from both sides.

pub mod client;
pub mod conform;
pub mod engine;
