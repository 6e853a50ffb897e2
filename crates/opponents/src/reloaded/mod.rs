//! Ataxx Reloaded: the agent, and the framework that starts one for every move.
//!
//! A framework writes a [`AgentRequest`] to the standard input of an agent, which answers with
//! a line: its name, or a move. [`Agent`] is this program as an agent; [`ask`] starts another
//! agent for one request. [`game`](super::game) referees games between two agents.

mod agent;
mod ask;
mod request;

pub use agent::{Agent, AgentName, AgentReply, AgentThinking, BadName, Thought};
pub use ask::{AgentAnswer, AgentOpponent, AgentResponse, AgentTimeouts, OwnAgent, ask};
pub use request::{AgentRequest, NotServed, Requests};
