//! The Universal Ataxx Interface: the words of the protocol, parser beside printer, and its two
//! sides, [`client`] and [`engine`].

mod command;
mod go;
mod option;
mod reply;

pub mod client;
pub mod engine;

pub use command::{Command, Handshake, Query, Setup};
pub use go::{Go, GoCommand};
pub use option::{EngineOption, OptionError, OptionKind};
pub use reply::{Bound, Info, Reply};
