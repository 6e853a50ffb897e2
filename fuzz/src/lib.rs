//! What must hold for any bytes at all: one module a fuzz target, each with a
//! `check` that panics where it does not.
//!
//! `src/main.rs` passes the bytes of a fuzzer to one of them, `tests/seeds.rs` the seeds to
//! each.

pub mod certificate;
mod errors;
mod files;
mod odd_program;
pub mod oracle;
pub mod page;
mod pgn;
pub mod position;
mod quick;
pub mod record;
pub mod scenario;
pub mod session;
mod twins;

/// Passes the names of all targets to a macro.
#[macro_export]
macro_rules! with_targets {
    ($macro:ident) => {
        $macro! {
            certificate oracle page position record scenario session
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
