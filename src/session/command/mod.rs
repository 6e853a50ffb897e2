//! The commands. Each has a file of its own with its name, usage and help, the states that
//! allow it, the parser of its operand and what it does to a session; all are listed here.

// The functions `run` share one signature, so that the list below can call each of them.
#![allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps
)]

mod analyze;
mod auto;
mod block;
mod blocks;
mod board;
mod clear;
mod color;
mod dump;
mod eval;
mod fen;
mod help;
mod hint;
mod host;
mod join;
mod legal;
mod list;
mod load;
mod manual;
mod new;
mod pass;
mod play;
mod position;
mod quiet;
mod quit;
mod save;
mod seed;
mod skill;
mod solve;
mod spec;
mod start;
mod undo;
mod verbose;

pub use list::{Address, Command, CommandName, PositionSource, Step};
pub use spec::Availability;
pub(super) use spec::{Candidates, Done, Spec};
