//! A game that a host offers.

use super::connection::{Greeting, LineStream, TICK, reason};
use super::host_address::{FIRST_PORT, LAST_PORT, ListenAddress};
use ataxx_core::Cancellation;
use ataxx_session::{Connection, Listener, Message, RemoteError};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a guest to name a game, and again to send `ready`. Another guest waits that long,
/// and less than [the time](super::join) after which it gives up.
const GREETING_TIMEOUT: Duration = Duration::from_secs(3);

/// A game that one guest can join.
pub(super) struct OpenGame {
    listener: TcpListener,
    address: SocketAddr,
    id: String,
    wait: Duration,
    keepalive: Duration,
}

impl OpenGame {
    /// Starts to listen for guests.
    pub fn new(
        id: &str,
        at: ListenAddress,
        wait: Duration,
        keepalive: Duration,
    ) -> Result<Self, RemoteError> {
        let listener = listen(at)?;
        let address = listener
            .local_addr()
            .and_then(|address| listener.set_nonblocking(true).map(|()| address))
            .map_err(|error| RemoteError::Listen {
                address: at.ip.to_string(),
                reason: reason(&error),
            })?;
        Ok(Self {
            listener,
            address,
            id: id.to_owned(),
            wait,
            keepalive,
        })
    }
}

fn listen(at: ListenAddress) -> Result<TcpListener, RemoteError> {
    let refused = |address: SocketAddr, error: &io::Error| RemoteError::Listen {
        address: address.to_string(),
        reason: match error.kind() {
            ErrorKind::AddrInUse => "something else listens there".to_owned(),
            ErrorKind::AddrNotAvailable => "it is no address of this machine".to_owned(),
            _ => reason(error),
        },
    };
    let ports = at.port.map_or(FIRST_PORT..=LAST_PORT, |port| port..=port);
    for port in ports {
        let address = SocketAddr::new(at.ip, port);
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) if at.port.is_none() && error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => return Err(refused(address, &error)),
        }
    }
    Err(RemoteError::NoPort {
        first: FIRST_PORT,
        last: LAST_PORT,
    })
}

impl Listener for OpenGame {
    fn place(&self) -> String {
        let address = self.address;
        let who = if address.ip().is_loopback() {
            "for programs on this machine alone"
        } else {
            "for every machine that can reach this one"
        };
        format!("{address}, {who}")
    }

    fn accept(self: Box<Self>, cancel: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        let opened = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if let Some(lines) = self.admit(stream, cancel) {
                        return Ok(Box::new(lines));
                    }
                }
                Err(_) => thread::sleep(TICK),
            }
            if cancel.is_requested() {
                return Err(RemoteError::Cancelled);
            }
            if opened.elapsed() > self.wait {
                return Err(RemoteError::JoinTimeout { waited: self.wait });
            }
        }
    }
}

impl OpenGame {
    /// The connection, if a guest of this game is at its other end. Others wait meanwhile.
    fn admit(&self, stream: TcpStream, cancel: &Cancellation) -> Option<LineStream> {
        stream.set_nonblocking(false).ok()?;
        let mut lines = LineStream::new(stream).ok()?;
        let asked = Instant::now() + GREETING_TIMEOUT;
        let mut id = String::new();
        loop {
            match lines.read_line(asked, cancel)?.parse().ok()? {
                // No more of a name is kept than the name of this game has.
                Greeting::Name(part) if id.len() <= self.id.len() => id += &part,
                Greeting::Join(part) if (id + &part).eq_ignore_ascii_case(&self.id) => break,
                Greeting::Name(_) | Greeting::Join(_) => {
                    let _ = lines.send_line(&Greeting::Unknown.to_string());
                    return None;
                }
                Greeting::Welcome | Greeting::Unknown => return None,
            }
        }
        lines.send_line(&Greeting::Welcome.to_string()).ok()?;
        let answer = lines.read_line(Instant::now() + GREETING_TIMEOUT, cancel)?;
        if answer.parse() != Ok(Message::Ready) {
            return None;
        }
        // If this fails, only the breakdown of the other machine goes unnoticed.
        let _ = lines.keep_alive(self.keepalive);
        Some(lines)
    }
}
