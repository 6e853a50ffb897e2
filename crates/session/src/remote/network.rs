//! The interface of remote play to the network.

use super::Message;
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::Diagnostic;
use std::time::Duration;
use thiserror::Error;

/// Waits a moment for something to arrive; returns whether it has.
pub type Arrival = Box<dyn FnMut() -> bool + Send>;

/// The network.
pub trait Network {
    /// Listens for a program that joins the game of this name.
    fn listen(&self, id: &str) -> Result<Box<dyn Listener>, RemoteError>;

    /// Joins the game with this name at a place, `host` or `host:port`. Gives up soon
    /// after `cancel` is requested.
    fn join(
        &self,
        id: &str,
        place: &str,
        cancel: &Cancellation,
    ) -> Result<Box<dyn Connection>, RemoteError>;
}

/// A listener for one client.
pub trait Listener {
    /// The address it listens on, for people.
    fn place(&self) -> String;

    /// Waits for a program that joins the game, and stops listening. Gives up soon after
    /// `cancel` is requested.
    fn accept(self: Box<Self>, cancel: &Cancellation) -> Result<Box<dyn Connection>, RemoteError>;
}

/// A connection with a remote program, from `ready` on. Dropping it closes it.
pub trait Connection {
    /// The address of the other end, for people.
    fn other_end(&self) -> String;

    /// Sends a message.
    fn send(&mut self, message: Message) -> Result<(), String>;

    /// Receives the next message. Waits for at most `patience`, if it is given, and until shortly
    /// after `cancel` is requested.
    fn receive(&mut self, patience: Option<Duration>, cancel: &Cancellation) -> Received;

    /// Receives a message that has arrived already, without waiting.
    fn try_receive(&mut self) -> Option<Received>;

    /// Notices what can be received now or later, or the loss of the connection, in any thread;
    /// `None` where that is not possible. Nothing is received in the meantime.
    fn arrival(&self) -> Option<Arrival> {
        None
    }
}

/// The result of receiving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Message(Message),
    /// A line that is meant as a move and is none, without control characters.
    MisspeltMove(String),
    /// Another line that is no message: what is wrong with it, without control characters.
    Malformed(String),
    /// The connection is lost, for this reason.
    Disconnected(String),
    /// Nothing within the time limit.
    Timeout,
    /// Nothing, because the wait was cancelled.
    Cancelled,
}

/// Why there is no remote opponent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RemoteError {
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
        /// The error of the system.
        reason: String,
    },
    /// No program has joined.
    #[error("no opponent joined within {} s", waited.as_secs_f64())]
    JoinTimeout {
        /// The time waited.
        waited: Duration,
    },
    /// The operand is not an address.
    #[error("{reason}")]
    BadAddress {
        /// What is wrong with it.
        reason: String,
    },
    /// The host name cannot be resolved.
    #[error("the host name {host} cannot be resolved: {reason}")]
    UnknownHost {
        /// The name.
        host: String,
        /// The error of the system.
        reason: String,
    },
    /// No program listens there.
    #[error("no game is hosted at {place}")]
    NotListening {
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
    #[error("the program at {place} hosts no game named {id}")]
    UnknownGame {
        /// The game.
        id: String,
        /// The address.
        place: String,
    },
    /// The connection was closed before there was an answer.
    #[error("the connection to {place} was closed without an answer")]
    ClosedUnanswered {
        /// The address.
        place: String,
    },
    /// The program that listens there uses another protocol.
    #[error("the program that listens at {place} uses another protocol")]
    OtherProtocol {
        /// The address.
        place: String,
    },
    /// The address cannot be reached.
    #[error("{place} cannot be reached: {reason}")]
    Unreachable {
        /// The address.
        place: String,
        /// The error of the system.
        reason: String,
    },
    /// The wait was cancelled.
    #[error("the wait was cancelled")]
    Cancelled,
}

impl RemoteError {
    /// The error for people, without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match self {
            Self::NoPort { .. } => Some("`--listen 127.0.0.1:0` takes any other"),
            Self::JoinTimeout { .. } => Some("`--wait SECONDS` waits longer"),
            Self::BadAddress { .. } => Some(
                "a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`",
            ),
            Self::NotListening { .. } => Some(
                "the other side enters `host` first, and listens on loopback unless `--listen` says otherwise",
            ),
            Self::NoAnswer { .. } => Some("a firewall may block the connection"),
            Self::ClosedUnanswered { .. } => Some("another program may have joined first"),
            _ => None,
        };
        Diagnostic::error("remote", self.to_string()).with_help(help.map(str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_help() {
        let place = "there".to_owned();
        let errors = [
            RemoteError::NoPort { first: 1, last: 2 },
            RemoteError::NoAnswer {
                place: place.clone(),
            },
            RemoteError::ClosedUnanswered { place },
        ];
        let helps = errors.map(|error| error.diagnostic().help.join("; "));
        insta::assert_snapshot!(helps.join("\n"), @"
        `--listen 127.0.0.1:0` takes any other
        a firewall may block the connection
        another program may have joined first
        ");
    }
}
