//! Play between two sessions over a TCP connection, in the words of the 2008 document.
//!
//! [`Stage`](ataxx_session::Stage) defines which message is allowed when; this module
//! transports them. Each message is a line of ASCII that ends with a line feed, of at most 64
//! bytes without it. Before `ready`, guest and host exchange lines that the document does not
//! have ([`Greeting`]):
//!
//! ```text
//! guest                 host
//! join tea        →
//!                 ←     welcome      or `unknown`, and the connection ends
//! ready           →
//! ```
//!
//! A host listens on loopback unless told otherwise, at the first free one of
//! [`FIRST_PORT`] to [`LAST_PORT`], so that several games can wait on one machine; a guest
//! who names no port asks at all of them. Strangers cannot do much harm: lines have a length
//! limit and a time limit, and guests who send nothing are disconnected. A host has one connection
//! at a time; other guests wait in the queue of the system.

mod connection;
mod host;
mod host_address;
mod join;

use ataxx_core::Cancellation;
use ataxx_session::{Connection, Listener, Network, RemoteError};
use host::OpenGame;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

pub use connection::{Greeting, LineTooLong, MessageLines};
pub use host_address::{BadHostAddress, FIRST_PORT, HostAddress, LAST_PORT, ListenAddress};

/// Remote play over TCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tcp {
    /// The address that a host listens on.
    pub listen: ListenAddress,
    /// How long a host waits for a guest.
    pub wait: Duration,
    /// The time without data after which keepalive probes are sent. Without an answer, the
    /// connection is lost after about four times as long.
    pub keepalive: Duration,
}

impl Tcp {
    /// The default of [`wait`](Self::wait).
    pub const USUAL_WAIT: Duration = Duration::from_secs(3600);
    /// The default of [`keepalive`](Self::keepalive).
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
        Ok(Box::new(OpenGame::new(
            id,
            self.listen,
            self.wait,
            self.keepalive,
        )?))
    }

    fn join(
        &self,
        id: &str,
        place: &str,
        cancel: &Cancellation,
    ) -> Result<Box<dyn Connection>, RemoteError> {
        let place: HostAddress =
            place
                .parse()
                .map_err(|error: BadHostAddress| RemoteError::BadAddress {
                    reason: error.to_string(),
                })?;
        Ok(Box::new(join::join(id, &place, self.keepalive, cancel)?))
    }
}
