//! The Universal Ataxx Interface: its words, parser beside printer, and both sides.

mod command;
mod go;
mod info;
mod option;
mod reply;

pub mod client;
pub mod conform;
pub mod engine;

pub use command::{Command, Handshake, Query, Setup};
pub use go::{Go, GoCommand};
pub use info::{Bound, Info, Score};
pub use option::{EngineOption, OptionError, OptionKind};
pub use reply::Reply;
