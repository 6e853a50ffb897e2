//! The guest's way to a host.

use super::connection::{Greeting, Incoming, LineStream, TICK, reason};
use super::host_address::{FIRST_PORT, HostAddress, LAST_PORT};
use ataxx_core::Cancellation;
use ataxx_session::{Message, RemoteError};
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a guest to get a connection and an answer. A host with another guest answers
/// late.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(12);
/// How many addresses of one name are tried.
const MAX_ADDRESSES: usize = 4;

/// What one address has led to.
type Answer = Result<LineStream, RemoteError>;

/// Joins the game with this name. Gives up soon after `cancel` is requested.
///
/// All addresses and ports are asked at once, because each takes the whole time where a firewall
/// drops what is sent. The result is the connection with the first host that has the game, or else
/// the most specific error. Nothing more is sent to the other hosts.
pub(super) fn join(
    id: &str,
    place: &HostAddress,
    keepalive: Duration,
    cancel: &Cancellation,
) -> Answer {
    let is_over = Arc::new(Cancellation::new());
    let question = Question {
        id: id.to_owned(),
        place: place.clone(),
        deadline: Instant::now() + ANSWER_TIMEOUT,
        is_over: Arc::clone(&is_over),
    };
    let deadline = question.deadline;
    let (sender, answers) = mpsc::channel();
    // Neither a look-up nor a connection that is being made can be cancelled.
    thread::spawn(move || question.ask_all(&sender));
    let place = place.to_string();
    let mut best: Option<Answer> = None;
    while !cancel.is_requested() && !matches!(best, Some(Ok(_))) {
        match answers.recv_timeout(TICK) {
            Ok(answer) => {
                if best.as_ref().is_none_or(|best| rank(&answer) < rank(best)) {
                    best = Some(answer);
                }
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() <= deadline + TICK => {}
            Err(_) => break,
        }
    }
    is_over.request();
    if cancel.is_requested() {
        return Err(RemoteError::Cancelled);
    }
    let unanswered = RemoteError::NoAnswer {
        place: place.clone(),
    };
    let mut lines = best.unwrap_or(Err(unanswered))?;
    let lost = |reason| RemoteError::Unreachable { place, reason };
    lines.send_line(&Message::Ready.to_string()).map_err(lost)?;
    // If this fails, only the breakdown of the other machine goes unnoticed.
    let _ = lines.keep_alive(keepalive);
    Ok(lines)
}

/// How specific an answer is about the game that was asked for: 0 is most specific.
const fn rank(answer: &Answer) -> usize {
    match answer {
        Ok(_) => 0,
        Err(RemoteError::UnknownGame { .. }) => 1,
        Err(RemoteError::ClosedUnanswered { .. }) => 2,
        Err(RemoteError::OtherProtocol { .. }) => 3,
        Err(RemoteError::NoAnswer { .. }) => 4,
        Err(RemoteError::NotListening { .. }) => 5,
        Err(_) => 6,
    }
}

/// A game that is looked for.
#[derive(Clone)]
struct Question {
    id: String,
    place: HostAddress,
    deadline: Instant,
    /// Requested when the answer is known.
    is_over: Arc<Cancellation>,
}

impl Question {
    /// Looks the host up, and asks at all its addresses.
    fn ask_all(&self, sender: &Sender<Answer>) {
        let unknown = |reason: String| {
            let host = self.place.host.clone();
            // It fails where the receiver is gone.
            let _ = sender.send(Err(RemoteError::UnknownHost { host, reason }));
        };
        let addresses: Vec<SocketAddr> = match (self.place.host.as_str(), 0).to_socket_addrs() {
            Ok(addresses) => addresses.take(MAX_ADDRESSES).collect(),
            Err(error) => return unknown(reason(&error)),
        };
        if addresses.is_empty() {
            return unknown("it has no address".to_owned());
        }
        let ports = match self.place.port {
            Some(port) => port..=port,
            None => FIRST_PORT..=LAST_PORT,
        };
        for port in ports {
            for mut address in addresses.iter().copied() {
                // The scope of a local IPv6 address stays.
                address.set_port(port);
                let (question, sender) = (self.clone(), sender.clone());
                thread::spawn(move || {
                    let _ = sender.send(question.ask(address));
                });
            }
        }
    }

    /// Asks for the game at one address.
    fn ask(&self, address: SocketAddr) -> Answer {
        let place = self.place.to_string();
        let left = self.deadline.saturating_duration_since(Instant::now());
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
        let request: Vec<String> = Greeting::request(&self.id)
            .iter()
            .map(ToString::to_string)
            .collect();
        if lines.send_line(&request.join("\n")).is_err() {
            return Err(RemoteError::ClosedUnanswered { place });
        }
        Err(match lines.read(Some(self.deadline), &self.is_over) {
            Some(Incoming::Line(line)) => match line.parse() {
                Ok(Greeting::Welcome) => return Ok(lines),
                Ok(Greeting::Unknown) => RemoteError::UnknownGame {
                    id: self.id.clone(),
                    place,
                },
                _ => RemoteError::OtherProtocol { place },
            },
            Some(Incoming::Malformed(_)) => RemoteError::OtherProtocol { place },
            Some(Incoming::Lost(_)) => RemoteError::ClosedUnanswered { place },
            None => RemoteError::NoAnswer { place },
        })
    }
}
