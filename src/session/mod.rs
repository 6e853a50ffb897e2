//! The session: commands are carried out, effects come back as events, and one
//! place puts events into the words of a dialect.
//!
//! A face (terminal, file, scenario) hands lines to an [`Interpreter`] and shows
//! the [`Output`]s that come back. What the interpreter needs from outside comes
//! in through [`Files`], [`Network`] and a flag that asks a thinking AI to stop.

mod announcement;
mod chooser;
mod complete;
mod event;
pub mod grammar;
mod help;
mod load;
mod refusal;
mod remote;
mod reserved;
mod run;
mod state;
mod transcript;

pub use announcement::{Announcement, fall_announcement, spring_announcement};
pub use chooser::Chooser;
pub use complete::{Completions, Hint, completions, hint};
pub use event::Event;
pub use load::{Files, LoadError, TextFile};
pub use refusal::Refusal;
pub use remote::{
    Awaited, BadMessage, Connection, Door, ForfeitReason, Heard, LONGEST_MESSAGE, Link, MOST_ID,
    Message, Network, RemoteError, RemoteEvent, Side, Stage, Told,
};
pub use reserved::without_reserved_words;
pub use run::{Flow, Interpreter, LineOfText, Output};
#[cfg(debug_assertions)]
pub use state::Fault;
pub use state::{OtherRules, Player, Session, Settings};
pub use transcript::Transcript;
