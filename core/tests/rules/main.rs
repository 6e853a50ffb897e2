//! The rules of the game and how they are counted and written.

mod notation;
mod perft;
mod perft_random;
mod reference;
mod serde;
mod symmetry;
#[path = "../twins/mod.rs"]
mod twins;
