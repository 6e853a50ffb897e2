#![doc = include_str!("../README.md")]

mod adjudication;
pub mod conversation;
pub mod cores;
pub mod dialogue;
mod failure;
pub mod game;
pub mod lines;
mod opponent;
pub mod panics;
mod peer;
mod program;
mod programs;

pub mod reloaded;
pub mod remote;
pub mod subject;
mod time_control;
pub mod uai;

pub use adjudication::{Adjudication, AtMostPlies, DrawRule, ResignRule};
pub use ataxx_core::engine::{RandomOpening, opening, random_walk, shuffle};
pub use failure::{Failure, FailureKind, Stage};
pub use game::End;
pub use lines::{Line, LineBuffer, read_line};
pub use opponent::{Chosen, EngineOpponent, EngineSettings, Evaluator, Opponent, RandomMover};
pub use peer::{Ended, Monitor, Peer, ReadError, Stream, within};
pub use program::{Launch, Program, Wrapper, kill_all as kill_programs};
pub use programs::{TextOpponent, UaiOpponent};
pub use reloaded::{AgentOpponent, OwnAgent};
pub use time_control::{Allowance, BadClock, Clocks, TimeControl, Timing, seconds};
