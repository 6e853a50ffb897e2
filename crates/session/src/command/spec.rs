//! The description of a command: help, states, parser, completion.

use super::list::Command;
use crate::{Dialect, Event, Refusal, Request, Session, State};
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::whole;
use nom::combinator::{fail, success};

/// The result of a command: its effects, or why it was refused.
pub type Done = Result<Vec<Event>, Refusal>;

/// The result of a command that needs something from outside, and changes nothing.
pub fn request(request: Request) -> Done {
    Ok(vec![Event::Request(request)])
}

/// The description of a command.
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub struct Spec {
    /// The word that is typed.
    pub word: &'static str,
    /// Its usage in a dialect; `None` for the word alone.
    pub usage: Option<fn(Dialect) -> &'static str>,
    /// The summary in one line.
    pub summary: fn(Dialect) -> &'static str,
    /// The details in whole sentences; may be empty.
    pub details: fn(Dialect) -> &'static str,
    /// Whether dialects also offer it if their documents do not have it.
    pub everywhere: bool,
    /// Whether a beginning that it shares with other commands stands for those: the documents
    /// let such a beginning name one of theirs.
    pub loses_prefix_ties: bool,
    /// Whether it only shows something, so that it may be shortened.
    pub only_shows: bool,
    /// The states that allow it, in dialects with states.
    pub states: &'static [State],
    /// Whether it is part of set-up. A client may not use it while a remote host sets the game
    /// up.
    pub sets_up: bool,
    /// Parses its operand, which may be empty, if it has one.
    pub parse: fn(&str, Dialect) -> Result<Command, SyntaxError>,
    /// The candidates for completing its operand.
    pub candidates: Candidates,
}

/// Candidates for completing an operand.
#[derive(Clone, Copy)]
pub enum Candidates {
    /// Words.
    Words(fn(&Session) -> Vec<String>),
    /// Names of files.
    Files,
}

/// Set-up alone.
pub const SET_UP: &[State] = &[State::SetUp];
/// Until the game is over.
pub const UNFINISHED: &[State] = &[State::SetUp, State::Playing];
const ALWAYS: &[State] = &[State::SetUp, State::Playing, State::Finished];

impl Spec {
    /// A command without an operand that any state allows and that only those dialects offer
    /// whose documents mention it.
    pub const fn new(word: &'static str, summary: fn(Dialect) -> &'static str) -> Self {
        Self {
            word,
            usage: None,
            summary,
            details: |_| "",
            everywhere: false,
            loses_prefix_ties: false,
            only_shows: false,
            states: ALWAYS,
            sets_up: false,
            parse: |text, _| whole(text, fail()),
            candidates: Candidates::Words(|_| Vec::new()),
        }
    }
}

/// Whether a dialect offers a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Availability {
    /// It is in the dialect's document.
    Documented,
    /// It is not in the document, and offered all the same.
    Extra,
    /// It is not offered.
    Absent,
}

/// A command without an operand.
pub fn none(text: &str, command: Command) -> Result<Command, SyntaxError> {
    whole(text, success(command))
}
