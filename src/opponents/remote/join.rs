//! The guest's way to a host.

use super::connection::{Came, Game, LineStream, reason};
use super::greeting::Greeting;
use super::place::Place;
use super::{ANSWER_TIME, FIRST_PORT, LAST_PORT, TICK};
use crate::cancellation::Cancellation;
use crate::session::{Message, RemoteError};
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How many addresses of one name are tried.
const MOST_ADDRESSES: usize = 4;

/// Joins the game with this name.
pub(super) fn join(
    id: &str,
    place: &Place,
    keepalive: Duration,
    told: &Cancellation,
) -> Result<Game, RemoteError> {
    let addresses = addresses(&place.host, told)?;
    let ports = place
        .port
        .map_or(FIRST_PORT..=LAST_PORT, |port| port..=port);
    let places = ports
        .flat_map(|port| {
            addresses
                .iter()
                .map(move |&address| with_port(address, port))
        })
        .collect();
    let best = ask_all(id, places, told);
    if told.is_requested() {
        return Err(RemoteError::Cancelled);
    }
    let place = place.to_string();
    match best {
        Some(Answer::Welcome(mut lines)) => {
            let lost = |reason| RemoteError::NoWay { place, reason };
            lines.say(&Message::Ready.to_string()).map_err(lost)?;
            // Without it the connection is as good until the other machine breaks down.
            let _ = lines.keep_alive(keepalive);
            Ok(Game::new(*lines))
        }
        Some(Answer::Busy) => Err(RemoteError::Taken { id: id.to_owned() }),
        Some(Answer::Unknown) => Err(RemoteError::UnknownGame {
            id: id.to_owned(),
            place,
        }),
        Some(Answer::Closed) => Err(RemoteError::Closed { place }),
        Some(Answer::Strange) => Err(RemoteError::Stranger { place }),
        Some(Answer::Silence) => Err(RemoteError::NoAnswer { place }),
        Some(Answer::NoWay(reason)) => Err(RemoteError::NoWay { place, reason }),
        Some(Answer::Nobody) | None => Err(RemoteError::NobodyThere { place }),
    }
}

fn with_port(address: SocketAddr, port: u16) -> SocketAddr {
    // The scope of a local IPv6 address stays.
    let mut address = address;
    address.set_port(port);
    address
}

/// The addresses of a machine. The system may take its time to find them, and cannot be
/// told to stop.
fn addresses(host: &str, told: &Cancellation) -> Result<Vec<SocketAddr>, RemoteError> {
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
        // Nobody may be waiting any more.
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
        if told.is_requested() {
            return Err(RemoteError::Cancelled);
        }
        if Instant::now() >= deadline {
            return Err(unknown("nobody answers the question".to_owned()));
        }
    }
}

/// What was found at an address.
enum Answer {
    /// The game.
    Welcome(Box<LineStream>),
    /// The game, which is somebody else's.
    Busy,
    /// Other games.
    Unknown,
    /// Somebody who had no answer for us.
    Closed,
    /// Something that is no host.
    Strange,
    /// Nothing at all, not even a refusal.
    Silence,
    /// Nobody listens.
    Nobody,
    /// The system knows no way.
    NoWay(String),
}

impl Answer {
    /// The one that says most comes first.
    const fn rank(&self) -> usize {
        match self {
            Self::Welcome(_) => 0,
            Self::Busy => 1,
            Self::Unknown => 2,
            Self::Closed => 3,
            Self::Strange => 4,
            Self::Silence => 5,
            Self::Nobody => 6,
            Self::NoWay(_) => 7,
        }
    }
}

/// The best answer from these places, or the first welcome. They are asked all at once:
/// where a firewall swallows what is sent, each takes its time.
///
/// Who is not chosen hears nothing more, and waits for somebody else.
fn ask_all(id: &str, places: Vec<SocketAddr>, told: &Cancellation) -> Option<Answer> {
    let deadline = Instant::now() + ANSWER_TIME;
    let enough = Arc::new(Cancellation::new());
    let (tell, answers) = mpsc::channel();
    for place in places {
        let (tell, enough, id) = (tell.clone(), Arc::clone(&enough), id.to_owned());
        // A connection that is being made cannot be told to stop.
        thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = tell.send(ask(&id, place, deadline, &enough));
        });
    }
    drop(tell);
    let mut best: Option<Answer> = None;
    while !told.is_requested() {
        match answers.recv_timeout(TICK) {
            Ok(answer) => {
                if best.as_ref().is_none_or(|best| answer.rank() < best.rank()) {
                    best = Some(answer);
                }
                if matches!(best, Some(Answer::Welcome(_))) {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    enough.request();
    best
}

fn ask(id: &str, address: SocketAddr, deadline: Instant, told: &Cancellation) -> Answer {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Answer::Silence;
    }
    let stream = match TcpStream::connect_timeout(&address, left) {
        Ok(stream) => stream,
        Err(error) => {
            return match error.kind() {
                ErrorKind::ConnectionRefused => Answer::Nobody,
                ErrorKind::TimedOut | ErrorKind::WouldBlock => Answer::Silence,
                _ => Answer::NoWay(reason(&error)),
            };
        }
    };
    // A port of this machine that nobody listens on can be the one that we call from.
    if stream.local_addr().is_ok_and(|own| own == address) {
        return Answer::Nobody;
    }
    let Ok(mut lines) = LineStream::new(stream) else {
        return Answer::Nobody;
    };
    if lines
        .say(&Greeting::Join(id.to_owned()).to_string())
        .is_err()
    {
        return Answer::Closed;
    }
    match lines.hear(Some(deadline), told) {
        Some(Came::Line(line)) => match line.parse() {
            Ok(Greeting::Welcome) => Answer::Welcome(Box::new(lines)),
            Ok(Greeting::Busy) => Answer::Busy,
            Ok(Greeting::Unknown) => Answer::Unknown,
            _ => Answer::Strange,
        },
        Some(Came::Nonsense(_)) => Answer::Strange,
        Some(Came::Lost(_)) => Answer::Closed,
        None => Answer::Silence,
    }
}
