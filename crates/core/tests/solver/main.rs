//! The solver, and the player that uses it.

mod brute_force;
mod certificates;
mod corpus;
mod exact;
mod known;
mod laws;
mod nodes;
mod player;
mod player_values;
mod settings;
mod solved;
mod solving;
