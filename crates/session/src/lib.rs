#![doc = include_str!("../README.md")]

mod announcement;
mod command;
mod complete;
mod dialect;
mod event;
mod interpreter;
mod load;
pub mod mutants;
pub mod oracle;
mod parse;
mod refusal;
mod remark;
mod remote;
mod settings;
mod state;

pub use announcement::{Announcement, has_reserved_word, without_reserved_words};
pub use command::{
    Availability, Command, CommandName, GameAddress, PositionSource, Step, commands_in_words,
};
pub use complete::{Completions, InlineHint, completions, hint};
pub use dialect::{Dialect, OpenPoint};
pub use event::{Event, ForfeitReason, RemoteEvent, Request, Study};
pub use interpreter::{Chooser, Executor, Flow, Interpreter, Output, Show};
pub use load::{Files, LoadError, Loading, TextFile};
pub use parse::{LineOfText, ParsedLine, Spans, find_command, parse};
pub use refusal::Refusal;
pub use remote::{
    Arrival, BadMessage, Connection, Listener, MAX_MESSAGE, Message, Network, Received,
    RemoteError, RemoteGame, RemoteSide, Roles, Stage, WaitingFor,
};
pub use settings::{Player, SessionSettings, State, Strength};
pub use state::{AiTask, OtherRules, Session};
