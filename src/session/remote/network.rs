//! What a session needs from outside to play against a remote program.

use super::Message;
use crate::cancellation::Cancellation;
use crate::diagnostic::Diagnostic;
use std::time::Duration;

/// How many letters the name of a game may have.
pub const MAX_ID: usize = 32;

/// A way to other programs.
pub trait Network {
    /// Opens a door through which somebody who knows the name of the game can come.
    ///
    /// # Errors
    ///
    /// When that is not possible here.
    fn listen(&self, id: &str) -> Result<Box<dyn Listener>, RemoteError>;

    /// Joins the game with this name at a place, `host` or `host:port`. Gives up soon
    /// after `cancel` is set.
    ///
    /// # Errors
    ///
    /// When there is no such game, or no way to it.
    fn join(
        &self,
        id: &str,
        place: &str,
        cancel: &Cancellation,
    ) -> Result<Box<dyn Connection>, RemoteError>;
}

/// A door that is open for one guest.
pub trait Listener {
    /// Where it is, for people: an address, and what follows from it.
    fn place(&self) -> String;

    /// Waits for somebody who knows the name of the game and is ready to play, and closes
    /// the door behind them. Gives up soon after `cancel` is set.
    ///
    /// # Errors
    ///
    /// When nobody comes for a long time, or `cancel` is set.
    fn accept(self: Box<Self>, cancel: &Cancellation) -> Result<Box<dyn Connection>, RemoteError>;
}

/// A connection with a remote program, from `ready` on. It ends when this is dropped.
pub trait Connection {
    /// Who is at the other end, for people.
    fn other_end(&self) -> String;

    /// Says something.
    ///
    /// # Errors
    ///
    /// When the connection is lost: why.
    fn send(&mut self, message: Message) -> Result<(), String>;

    /// What the other side says next; waits for it, not longer than `patience` if there is
    /// one, and not much longer than until `cancel` is set.
    fn receive(&mut self, patience: Option<Duration>, cancel: &Cancellation) -> Received;

    /// What the other side has said already, without waiting.
    fn try_receive(&mut self) -> Option<Received>;
}

/// What comes from a remote program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Message(Message),
    /// Something else: what is wrong with it, without control characters.
    Malformed(String),
    /// The connection is lost: why.
    Disconnected(String),
    /// Nothing, for as long as we were ready to wait. Only where there was a limit.
    Timeout,
    /// Nothing until we were told to wait no longer.
    Cancelled,
}

/// Why there is no remote opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteError {
    /// The name of the game is too long.
    LongId,
    /// No port is free.
    NoPort {
        /// The first that was tried.
        first: u16,
        /// The last.
        last: u16,
    },
    /// The system does not let us listen there.
    Listen {
        /// Where.
        address: String,
        /// What it says.
        reason: String,
    },
    /// Nobody has come.
    NobodyCame {
        /// For how long we have waited.
        waited: Duration,
    },
    /// What was typed is no place.
    Place {
        /// What is wrong with it.
        reason: String,
    },
    /// No machine has this name.
    UnknownHost {
        /// The name.
        host: String,
        /// What the system says.
        reason: String,
    },
    /// Nobody listens there.
    NobodyThere {
        /// Where.
        place: String,
    },
    /// There is no answer from there.
    NoAnswer {
        /// Where.
        place: String,
    },
    /// Programs that wait there do not know the game.
    UnknownGame {
        /// The game.
        id: String,
        /// Where.
        place: String,
    },
    /// Somebody else has joined the game.
    Taken {
        /// The game.
        id: String,
    },
    /// The connection was closed before there was an answer.
    Closed {
        /// Where.
        place: String,
    },
    /// What listens there speaks of something else.
    Stranger {
        /// Where.
        place: String,
    },
    /// There is no way to get there, for this reason.
    NoWay {
        /// Where.
        place: String,
        /// What the system says.
        reason: String,
    },
    /// We were told to wait no longer.
    Cancelled,
}

impl RemoteError {
    /// The error for people, without a place.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, help) = match self {
            Self::LongId => (
                format!("the name of a game has at most {MAX_ID} letters"),
                None,
            ),
            Self::NoPort { first, last } => (
                format!("no port from {first} to {last} is free"),
                Some("`--listen 127.0.0.1:0` takes any other"),
            ),
            Self::Listen { address, reason } => {
                (format!("cannot listen on {address}: {reason}"), None)
            }
            Self::NobodyCame { waited } => (
                format!("nobody has joined in {} seconds", waited.as_secs()),
                Some("`--wait SECONDS` waits longer"),
            ),
            Self::Place { reason } => (
                reason.clone(),
                Some(
                    "a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`",
                ),
            ),
            Self::UnknownHost { host, reason } => {
                (format!("no machine is known as {host}: {reason}"), None)
            }
            Self::NobodyThere { place } => (
                format!("nobody waits at {place}"),
                Some(
                    "the other side enters `host` first, and listens on loopback unless `--listen` says otherwise",
                ),
            ),
            Self::NoAnswer { place } => (
                format!("there is no answer from {place}"),
                Some("a firewall may swallow what is sent there"),
            ),
            Self::UnknownGame { id, place } => (
                format!("somebody waits at {place}, but not for a game called {id}"),
                None,
            ),
            Self::Taken { id } => (format!("somebody else has joined {id}"), None),
            Self::Closed { place } => (
                format!("the connection to {place} was closed without an answer"),
                Some("somebody else may just have joined, or too many try at a time"),
            ),
            Self::Stranger { place } => (
                format!("what listens at {place} does not host games of ours"),
                None,
            ),
            Self::NoWay { place, reason } => {
                (format!("there is no way to {place}: {reason}"), None)
            }
            Self::Cancelled => ("waiting was broken off".to_owned(), None),
        };
        Diagnostic::error("remote", message).with_help(help.map(str::to_owned))
    }
}
