//! The guest's way to a host.

use super::connection::{Greeting, Incoming, LineStream, TICK, reason};
use super::host_address::{FIRST_PORT, HostAddress, LAST_PORT};
use crate::session::{Message, RemoteError};
use ataxx_core::Cancellation;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a guest to get a connection and an answer. A host that is busy with another
/// guest answers late.
const ANSWER_TIME: Duration = Duration::from_secs(12);
/// How many addresses of one name are tried.
const MOST_ADDRESSES: usize = 4;

/// Joins the game with this name. Gives up soon after `cancel` is requested.
pub(super) fn join(
    id: &str,
    place: &HostAddress,
    keepalive: Duration,
    cancel: &Cancellation,
) -> Result<LineStream, RemoteError> {
    let addresses = addresses(&place.host, cancel)?;
    let ports = place
        .port
        .map_or(FIRST_PORT..=LAST_PORT, |port| port..=port);
    let mut all = Vec::new();
    for port in ports {
        for mut address in addresses.clone() {
            // The scope of a local IPv6 address stays.
            address.set_port(port);
            all.push(address);
        }
    }
    let place = place.to_string();
    let asked = ask_all(id, &place, all, cancel);
    if cancel.is_requested() {
        return Err(RemoteError::Cancelled);
    }
    let mut lines = asked?;
    let lost = |reason| RemoteError::Unreachable { place, reason };
    lines.send_line(&Message::Ready.to_string()).map_err(lost)?;
    // If this fails, only the breakdown of the other machine goes unnoticed.
    let _ = lines.keep_alive(keepalive);
    Ok(lines)
}

/// The addresses of a machine. The system may take long to find them, and the search cannot be
/// cancelled.
fn addresses(host: &str, cancel: &Cancellation) -> Result<Vec<SocketAddr>, RemoteError> {
    let unknown = |reason: String| RemoteError::UnknownHost {
        host: host.to_owned(),
        reason,
    };
    let (found, finding) = mpsc::channel();
    let name = host.to_owned();
    thread::spawn(move || {
        let addresses = (name.as_str(), 0)
            .to_socket_addrs()
            .map(|addresses| addresses.take(MOST_ADDRESSES).collect::<Vec<_>>());
        // It fails where the receiver is gone.
        let _ = found.send(addresses);
    });
    let deadline = Instant::now() + ANSWER_TIME;
    loop {
        match finding.recv_timeout(TICK) {
            Ok(Ok(addresses)) if addresses.is_empty() => {
                return Err(unknown("it has no address".to_owned()));
            }
            Ok(Ok(addresses)) => return Ok(addresses),
            Ok(Err(error)) => return Err(unknown(reason(&error))),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(unknown("it could not be looked up".to_owned()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if cancel.is_requested() {
            return Err(RemoteError::Cancelled);
        }
        if Instant::now() >= deadline {
            return Err(unknown("the name service does not answer".to_owned()));
        }
    }
}

/// How specific an error is about the game that was asked for: 0 is most specific.
const fn rank(error: &RemoteError) -> usize {
    match error {
        RemoteError::GameTaken { .. } => 0,
        RemoteError::UnknownGame { .. } => 1,
        RemoteError::ClosedUnanswered { .. } => 2,
        RemoteError::OtherProtocol { .. } => 3,
        RemoteError::NoAnswer { .. } => 4,
        RemoteError::NotListening { .. } => 5,
        _ => 6,
    }
}

/// Asks for the game at all these addresses at once, because each takes the whole time where a
/// firewall drops what is sent. Returns the connection with the first host that has the game,
/// or else the most specific error. Nothing more is sent to the other hosts.
fn ask_all(
    id: &str,
    place: &str,
    addresses: Vec<SocketAddr>,
    cancel: &Cancellation,
) -> Result<LineStream, RemoteError> {
    let deadline = Instant::now() + ANSWER_TIME;
    let enough = Arc::new(Cancellation::new());
    let (sender, answers) = mpsc::channel();
    for address in addresses {
        let (sender, enough) = (sender.clone(), Arc::clone(&enough));
        let (id, place) = (id.to_owned(), place.to_owned());
        // A connection that is being made cannot be cancelled.
        thread::spawn(move || {
            // It fails where the receiver is gone.
            let _ = sender.send(ask(&id, place, address, deadline, &enough));
        });
    }
    drop(sender);
    let mut best: Option<RemoteError> = None;
    let found = loop {
        if cancel.is_requested() {
            break None;
        }
        match answers.recv_timeout(TICK) {
            Ok(Ok(lines)) => break Some(lines),
            Ok(Err(error)) => {
                if best.as_ref().is_none_or(|best| rank(&error) < rank(best)) {
                    best = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    enough.request();
    found.ok_or_else(|| {
        let place = place.to_owned();
        best.unwrap_or(RemoteError::NotListening { place })
    })
}

/// Asks for the game at one address.
fn ask(
    id: &str,
    place: String,
    address: SocketAddr,
    deadline: Instant,
    cancel: &Cancellation,
) -> Result<LineStream, RemoteError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(RemoteError::NoAnswer { place });
    }
    let stream = match TcpStream::connect_timeout(&address, left) {
        Ok(stream) => stream,
        Err(error) => {
            return Err(match error.kind() {
                ErrorKind::ConnectionRefused => RemoteError::NotListening { place },
                ErrorKind::TimedOut | ErrorKind::WouldBlock => RemoteError::NoAnswer { place },
                _ => RemoteError::Unreachable {
                    place,
                    reason: reason(&error),
                },
            });
        }
    };
    // A connection to a free port of this machine can get that port itself.
    if stream.local_addr().is_ok_and(|own| own == address) {
        return Err(RemoteError::NotListening { place });
    }
    let Ok(mut lines) = LineStream::new(stream) else {
        return Err(RemoteError::NotListening { place });
    };
    let request: Vec<String> = Greeting::request(id)
        .iter()
        .map(ToString::to_string)
        .collect();
    if lines.send_line(&request.join("\n")).is_err() {
        return Err(RemoteError::ClosedUnanswered { place });
    }
    Err(match lines.read(Some(deadline), cancel) {
        Some(Incoming::Line(line)) => match line.parse() {
            Ok(Greeting::Welcome) => return Ok(lines),
            Ok(Greeting::Busy) => RemoteError::GameTaken { id: id.to_owned() },
            Ok(Greeting::Unknown) => RemoteError::UnknownGame {
                id: id.to_owned(),
                place,
            },
            _ => RemoteError::OtherProtocol { place },
        },
        Some(Incoming::Malformed(_)) => RemoteError::OtherProtocol { place },
        Some(Incoming::Lost(_)) => RemoteError::ClosedUnanswered { place },
        None => RemoteError::NoAnswer { place },
    })
}
