//! Play between two sessions over a TCP connection, in the words of the 2008 document.
//!
//! Which message may come when is settled by [`Stage`](crate::session::Stage); here
//! is how messages travel. Each is a line of ASCII that ends with a line feed, of at most
//! 64 bytes without it. Before `ready`, guest and host find each other with lines of our
//! own ([`Greeting`]):
//!
//! ```text
//! guest                 host
//! join tea        →
//!                 ←     welcome      or `unknown`, or `busy`, and the connection ends
//! ready           →
//! ```
//!
//! A host listens on loopback unless told otherwise, at the first free one of
//! [`FIRST_PORT`] to [`LAST_PORT`], so that several games can wait on one machine; a guest
//! who names no port asks at all of them. What a stranger can do to either is bounded:
//! lines have a longest length and a longest time to come, guests who say nothing are shown
//! out, and only so many are let in at a time.

mod connection;
mod door;
mod greeting;
mod join;
mod lines;
mod place;

use crate::cancellation::Cancellation;
use crate::session::{Connection, Listener, Network, RemoteError};
use door::OpenGame;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

pub use greeting::Greeting;
pub use lines::{BadLine, MessageLines};
pub use place::{BadPlace, ListenAddress, Place};

/// The first port at which a host listens.
pub const FIRST_PORT: u16 = 20080;
/// The last port at which a host listens.
pub const LAST_PORT: u16 = 20099;

/// How long a guest may take to say which game they want, and then that they are ready.
const GREETING_TIME: Duration = Duration::from_secs(5);
/// How long a guest waits for a connection and an answer: somebody else may be at the door.
const ANSWER_TIME: Duration = Duration::from_secs(12);
/// How long a line may take from its first byte to its last.
const LINE_TIME: Duration = Duration::from_secs(10);
/// How long a message may take to be sent.
const SENDING_TIME: Duration = Duration::from_secs(10);
/// How often we look whether we were told to stop.
const TICK: Duration = Duration::from_millis(20);

/// How to reach other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tcp {
    /// Where a host listens.
    pub listen: ListenAddress,
    /// How long a host waits for a guest.
    pub wait: Duration,
    /// How long a connection may be silent before the other machine is asked whether it is
    /// still there. If it does not answer, the connection is lost after about four times as
    /// long.
    pub keepalive: Duration,
}

impl Tcp {
    /// How long a host waits, where nothing else is asked for.
    pub const USUAL_WAIT: Duration = Duration::from_secs(3600);
    /// The time of silence, where nothing else is asked for.
    pub const USUAL_KEEPALIVE: Duration = Duration::from_secs(15);
}

impl Default for Tcp {
    fn default() -> Self {
        Self {
            listen: ListenAddress {
                ip: IpAddr::V4(Ipv4Addr::LOCALHOST),
                port: None,
            },
            wait: Self::USUAL_WAIT,
            keepalive: Self::USUAL_KEEPALIVE,
        }
    }
}

impl Network for Tcp {
    fn listen(&self, id: &str) -> Result<Box<dyn Listener>, RemoteError> {
        Ok(Box::new(OpenGame::new(id, *self)?))
    }

    fn join(
        &self,
        id: &str,
        place: &str,
        told: &Cancellation,
    ) -> Result<Box<dyn Connection>, RemoteError> {
        let place: Place = place
            .parse()
            .map_err(|error: BadPlace| RemoteError::Place {
                reason: error.to_string(),
            })?;
        Ok(Box::new(join::join(id, &place, self.keepalive, told)?))
    }
}
