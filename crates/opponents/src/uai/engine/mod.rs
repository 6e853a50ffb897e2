//! The engine side of the Universal Ataxx Interface, and of UGI where that is the same.
//!
//! An [`Engine`] receives lines from a [`LineSender`] and passes its own lines to a function. It
//! searches on a thread of its own, and goes on reading meanwhile.
//!
//! ```
//! use ataxx_opponents::uai::engine::{Engine, EngineOptions};
//!
//! let (engine, line_sender) = Engine::new(EngineOptions::default());
//! let reader = std::thread::spawn(move || line_sender.read(&b"position startpos\nperft 2\n"[..]));
//! let mut output = String::new();
//! engine.run(&mut |line| {
//!     output += line;
//!     Ok(())
//! })?;
//! assert!(output.ends_with("nodes 256\n"));
//! # drop(reader);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! `docs/PROTOCOLS.md` documents what it understands and answers.

mod dispatcher;
mod input;
mod options;
mod order;
mod thinker;

#[cfg(test)]
mod tests;

pub use dispatcher::Engine;
pub use input::{EngineEnded, LineSender};
pub use options::{Effect, EngineOptions};
pub use order::{Clock, search_limits};
