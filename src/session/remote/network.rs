//! What a session needs from outside to play against a remote program.

use super::Message;
use crate::cancellation::Cancellation;
use crate::diagnostic::Diagnostic;
use std::time::Duration;
use thiserror::Error;

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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RemoteError {
    /// The name of the game is too long.
    #[error("the name of a game has at most {MAX_ID} letters")]
    LongId,
    /// No port is free.
    #[error("no port from {first} to {last} is free")]
    NoPort {
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
    },
    /// The system does not allow listening there.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// Nobody has joined.
    #[error("nobody has joined in {} seconds", waited.as_secs())]
    NobodyCame {
        /// The time waited.
        waited: Duration,
    },
    /// The operand is not an address.
    #[error("{reason}")]
    Place {
        /// What is wrong with it.
        reason: String,
    },
    /// The host name cannot be resolved.
    #[error("no machine is known as {host}: {reason}")]
    UnknownHost {
        /// The name.
        host: String,
        /// What the system says.
        reason: String,
    },
    /// Nobody listens there.
    #[error("nobody waits at {place}")]
    NobodyThere {
        /// The address.
        place: String,
    },
    /// There is no answer from there.
    #[error("there is no answer from {place}")]
    NoAnswer {
        /// The address.
        place: String,
    },
    /// The programs that wait there host other games.
    #[error("somebody waits at {place}, but not for a game called {id}")]
    UnknownGame {
        /// The game.
        id: String,
        /// The address.
        place: String,
    },
    /// Another program has joined the game.
    #[error("somebody else has joined {id}")]
    Taken {
        /// The game.
        id: String,
    },
    /// The connection was closed before there was an answer.
    #[error("the connection to {place} was closed without an answer")]
    Closed {
        /// The address.
        place: String,
    },
    /// What listens there speaks another protocol.
    #[error("what listens at {place} does not host games of ours")]
    Stranger {
        /// The address.
        place: String,
    },
    /// The address cannot be reached.
    #[error("there is no way to {place}: {reason}")]
    NoWay {
        /// The address.
        place: String,
        /// What the system says.
        reason: String,
    },
    /// The wait was cancelled.
    #[error("waiting was broken off")]
    Cancelled,
}

impl RemoteError {
    /// The error for people, without a place.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match self {
            Self::NoPort { .. } => Some("`--listen 127.0.0.1:0` takes any other"),
            Self::NobodyCame { .. } => Some("`--wait SECONDS` waits longer"),
            Self::Place { .. } => Some(
                "a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`",
            ),
            Self::NobodyThere { .. } => Some(
                "the other side enters `host` first, and listens on loopback unless `--listen` says otherwise",
            ),
            Self::NoAnswer { .. } => Some("a firewall may swallow what is sent there"),
            Self::Closed { .. } => {
                Some("somebody else may just have joined, or too many try at a time")
            }
            _ => None,
        };
        Diagnostic::error("remote", self.to_string()).with_help(help.map(str::to_owned))
    }
}
