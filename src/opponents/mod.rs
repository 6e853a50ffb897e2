//! Talking with other programs.
//!
//! A [`Peer`] is somebody to talk with, a line at a time: a [`Program`] under control,
//! or something in this process that behaves like one.

pub mod dialogue;
mod peer;
#[cfg(unix)]
mod program;
#[cfg(not(unix))]
#[path = "program/elsewhere.rs"]
mod program;

pub mod reloaded;
pub mod remote;
pub mod subject;
pub mod uai;

pub use peer::{Ended, Peer, Silence, shortened, within};
pub use program::{Launch, NotStarted, Program};
