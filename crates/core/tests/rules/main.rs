//! The rules of the game, leaf counts and notations.

mod notation;
mod perft;
mod perft_random;
mod reference;
mod serde;
mod symmetry;
#[path = "../twins/mod.rs"]
mod twins;
