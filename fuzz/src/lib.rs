//! What must hold for any bytes at all: one module a fuzz target, each with a
//! `check` that panics where it does not.
//!
//! `src/main.rs` passes the bytes of a fuzzer to one of them, `tests/seeds.rs` the seeds to
//! each.

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

/// Passes the names of all targets to a macro.
#[macro_export]
macro_rules! with_targets {
    ($macro:ident) => {
        $macro! {
            certificate command diagnostic moves oracle page pgn play position record remote scenario
            session uai_engine
        }
    };
}

macro_rules! check_of {
    ($($target:ident)*) => {
        /// What a target checks, by its name.
        pub fn check_of(name: &str) -> Option<fn(&[u8])> {
            match name {
                $(stringify!($target) => Some($target::check),)*
                _ => None,
            }
        }
    };
}

with_targets! { check_of }
