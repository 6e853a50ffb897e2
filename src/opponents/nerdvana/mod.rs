//! Agents of the arbiter of nerdvana-ro/ataxx-tools, which starts one for every move.
//!
//! An agent reads the number of its side, the board and the clocks of both sides, and answers with
//! a line: `e4` for an extend, `d2-e4` for a jump. Ranks are counted from the top. An end with
//! another exit status than 0 is a fault. Lines of stderr that begin with `kibitz ` are for the
//! record of the game.

mod agent;
mod ask;
mod request;

pub use agent::OwnThinking;
pub use ask::{NerdvanaOpponent, TIME, ask_move};
pub use request::{AgentMove, NoRequest, Request};
