//! The commands. Those of one idea share a file, where each has its description (name, usage, help,
//! states, parser of the operand) and the function that carries it out; all are listed in
//! `list.rs`.

// The functions share one signature, so that the list can call each of them.
#![allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps
)]

mod files;
mod game;
mod help;
mod list;
mod moves;
mod players;
mod remote;
mod show;
mod spec;
mod study;
mod table;

pub use help::commands_in_words;
pub use list::{Command, CommandName, GameAddress, PositionSource, Step};
pub use spec::Availability;
pub(super) use spec::{Candidates, Done, Spec};
