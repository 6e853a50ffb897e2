//! What is done in the steps.

pub mod game;
pub mod go;
pub mod manners;
pub mod perft;
pub mod positions;
pub mod stop;
pub mod wins;
