//! The solver, and the player that uses it.

mod brute_force;
mod certificates;
mod combined;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod exact;
mod known;
mod laws;
mod nodes;
mod player;
mod puzzles;
mod search_nodes;
mod settings;
mod solved;
mod solving;
