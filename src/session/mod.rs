//! The text session. Commands have [`Event`]s as effects, and
//! [announcements](Event::announcement) print events in the words of a dialect.
//!
//! A front end (terminal, file, scenario) passes lines to an [`Interpreter`] and shows the
//! [`Output`]s. The interpreter reaches outside through [`Files`], [`Network`] and a
//! cancellation for thinking AIs.

mod announcement;
mod chooser;
mod command;
mod complete;
mod dialect;
mod event;
mod game_state;
mod interpreter;
mod load;
mod move_like;
mod parse;
mod player;
mod refusal;
mod remark;
mod remote;
mod reserved;
mod state;
mod strength;
mod study;

pub use announcement::Announcement;
pub use chooser::Chooser;
pub use command::{Address, Availability, Command, CommandName, PositionSource, Step};
pub use complete::{Completions, Hint, completions, hint};
pub use dialect::Dialect;
pub use event::Event;
pub use game_state::State;
pub use interpreter::{Executor, Flow, Interpreter, LineOfText, Output, Show};
pub use load::{Files, LoadError, Loading, TextFile};
pub use parse::{Line, Spans, find_command, parse};
pub use player::Player;
pub use refusal::Refusal;
pub use remote::{
    Arrival, BadMessage, Connection, ForfeitReason, Listener, MAX_MESSAGE, Message, Network,
    Received, RemoteError, RemoteEvent, RemoteGame, Roles, Side, Stage, WaitingFor,
};
pub use reserved::{has_reserved_word, without_reserved_words};
pub use state::{OtherRules, Session, SessionSettings};
pub use strength::Strength;
pub use study::Study;
