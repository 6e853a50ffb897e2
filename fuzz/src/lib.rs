//! What must hold for any bytes at all: one module a fuzz target, each with a
//! `check` that panics where it does not.
//!
//! The targets in `fuzz_targets/` are nothing but calls of these, so that the seeds
//! can be run through them without a fuzzer too (`tests/seeds.rs`).

pub mod certificate;
pub mod command;
pub mod diagnostic;
mod errors;
mod files;
pub mod moves;
mod odd_program;
pub mod oracle;
pub mod page;
pub mod pgn;
pub mod play;
pub mod position;
mod quick;
pub mod record;
pub mod remote;
pub mod scenario;
#[path = "../../tests/programs/remote/remote_play/scripted.rs"]
mod scripted;
pub mod session;
mod twins;
pub mod uai_engine;
