//! Static evaluation by a network.

mod compiled;
mod features;
mod layers;
mod network;

pub(in crate::engine) use features::rank_bits;
pub use features::{ActiveFeatures, FEATURES, PIECE_FEATURES, PIECE_STATES, WINDOWS, features};
pub use layers::{HIDDEN, PHASES, phase};
pub use network::{InvalidNetwork, Network};
