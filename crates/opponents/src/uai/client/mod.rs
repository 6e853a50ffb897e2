//! The client's side of the Universal Ataxx Interface: an engine under control.
//!
//! [`EngineClient`] exchanges lines with it over any [`Peer`](crate::Peer), a
//! [`Program`](crate::Program) as a rule: it performs the handshake, sets
//! options, sends games and asks for moves. What an engine does wrong is a [`Failure`].
//!
//! ```no_run
//! use ataxx_core::Cancellation;
//! use ataxx_core::board::{Game, Rules};
//! use ataxx_opponents::uai::client::{EngineClient, Go, EngineTimeouts};
//! use ataxx_opponents::{Launch, within};
//!
//! let stop = Cancellation::new();
//! let timeouts = EngineTimeouts::default();
//! let mut engine = EngineClient::start(&Launch::new("./my-engine"), &stop)?;
//! let identity = engine.handshake(within(timeouts.start))?;
//! println!("{} by {}", identity.name, identity.author);
//! engine.new_game(within(timeouts.ready))?;
//! let game = Game::new(Rules::UAI);
//! let answer = engine.go(&game, &Go::depth(5), within(timeouts.think))?;
//! println!("{:?} after {:?}", answer.mv, answer.took);
//! engine.quit(within(timeouts.quit))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod search;

#[cfg(test)]
mod tests;

pub use super::{Bound, EngineOption, Go, Info, OptionError, OptionKind};
pub use crate::failure::{Failure, FailureKind, Stage};
pub use engine::{EngineClient, EngineIdentity, EngineTimeouts, SetOption};
pub use search::{Best, EngineMove, News};
