//! The engine side of the Universal Ataxx Interface, and of UGI where that is the same.
//!
//! An [`Engine`] sits between lines that come in through an [`LineSender`] and lines that it
//! hands to a function. It thinks in a thread of its own and goes on reading meanwhile.
//!
//! ```
//! use ataxx_toolkit::opponents::uai::engine::{Engine, Options};
//!
//! let (engine, line_sender) = Engine::new(Options::default());
//! let reader = std::thread::spawn(move || line_sender.read(&b"position startpos\nperft 2\n"[..]));
//! let mut said = String::new();
//! engine.run(&mut |line| {
//!     said += line;
//!     Ok(())
//! })?;
//! assert!(said.ends_with("nodes 256\n"));
//! # drop(reader);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! What it understands and says is in `docs/PROTOCOLS.md`.

mod clock;
mod dispatcher;
mod info;
mod input;
mod options;
mod order;
mod thinker;

#[cfg(test)]
mod tests;

pub use clock::Clock;
pub use dispatcher::Engine;
pub use input::{EngineEnded, LineSender};
pub use options::{Effect, Options};
pub use order::Order;
