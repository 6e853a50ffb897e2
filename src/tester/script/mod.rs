//! The course's own test scripts, run as they are.
//!
//! A script is a file `NAME-1.in` (Spring 2022, perhaps with `NAME-2.in` for a second
//! program, and `NAME-1.std` for what is recorded) or `NAME.inp` (Fall 2016):
//! [`Format::of`] tells by the name, [`tasks_of`] makes something to do of it.
//!
//! Without other orders our session takes the part of the program, whatever command
//! line the script has.

mod action;
mod convert;
mod end;
mod format;
pub(super) mod harness;
mod load;
mod parts;
mod play;
mod rows;
mod standard;
mod start;
mod syntax;
mod wait;
mod warnings;
mod work;

pub use convert::convert;
pub use format::Format;
pub use load::{tasks, tasks_of, tasks_with};
pub use start::{Asked, Cast, Starter};

#[cfg(test)]
mod tests;
