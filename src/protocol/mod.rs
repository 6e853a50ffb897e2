//! Talking with other programs.
//!
//! A [`Peer`] is somebody to talk with, a line at a time: a program under control, or
//! something in this process that behaves like one.

mod peer;

pub use peer::{Ended, Peer, Silence, within};
