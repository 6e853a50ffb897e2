//! Games and conversations with other programs.
//!
//! An [`Opponent`] chooses moves in a refereed [`game`]. A [`Subject`](subject::Subject) is a
//! program under test. Both are built on a [`Peer`], to which lines are sent and from which they
//! are read: a [`Program`] under control, or something in this process that behaves like one.

mod adjudication;
pub mod conversation;
pub mod dialogue;
mod engine;
mod failure;
pub mod game;
mod lines;
mod opponent;
mod peer;
#[cfg(unix)]
mod program;
#[cfg(not(unix))]
#[path = "program/elsewhere.rs"]
mod program;

pub mod reloaded;
pub mod remote;
pub mod subject;
mod text;
mod time_control;
pub mod uai;

pub use adjudication::{Adjudication, AtMostPlies, DrawRule, ResignRule};
pub use ataxx_core::engine::{RandomOpening, opening, random_walk, shuffle};
pub use engine::{EngineOpponent, EngineSettings, Evaluator};
pub use failure::{Failure, FailureKind, Stage};
pub use game::End;
pub use lines::{Line, LineBuffer, read_line};
pub use opponent::{Chosen, Opponent, RandomMover};
pub use peer::{Ended, Monitor, Peer, ReadError, Stream, within};
pub use program::{Launch, NotStarted, Program, kill_all as kill_programs};
pub use reloaded::{AgentOpponent, OwnAgent};
pub use text::TextOpponent;
pub use time_control::{Allowance, BadClock, Clocks, TimeControl, Timing, seconds};
pub use uai::client::UaiOpponent;
