//! A game that a host offers.

use super::connection::{Greeting, Incoming, LineStream, TICK, reason};
use super::host_address::{FIRST_PORT, LAST_PORT, ListenAddress};
use crate::session::{Connection, Listener, Message, RemoteError};
use ataxx_core::Cancellation;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a guest to name a game, and again to send `ready`.
const GREETING_TIME: Duration = Duration::from_secs(5);
/// The most guests that are connected at a time.
const MOST_GUESTS: usize = 16;

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
        let wait = self.wait;
        let opened = Instant::now();
        let mut guests = Guests {
            id: self.id,
            keepalive: self.keepalive,
            waiting: Vec::new(),
        };
        loop {
            let incoming = self.listener.accept();
            let is_idle = incoming.is_err();
            if let Ok((stream, _)) = incoming {
                guests.add(stream);
            }
            if let Some(lines) = guests.poll() {
                while let Ok((stream, _)) = self.listener.accept() {
                    guests.add(stream);
                }
                guests.refuse_rest();
                return Ok(Box::new(lines));
            }
            if cancel.is_requested() {
                return Err(RemoteError::Cancelled);
            }
            if opened.elapsed() > wait {
                return Err(RemoteError::JoinTimeout { waited: wait });
            }
            if is_idle {
                thread::sleep(TICK);
            }
        }
    }
}

/// The guests who are connected and have not joined.
struct Guests {
    id: String,
    keepalive: Duration,
    waiting: Vec<Guest>,
}

/// A guest who has not joined.
struct Guest {
    lines: LineStream,
    /// The start of the time limit.
    since: Instant,
    state: GuestState,
    /// What was sent of a name that does not fit in one line.
    name: String,
}

/// How far a guest has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GuestState {
    /// They have not asked for a game yet.
    New,
    /// They have asked for this game, and wait for an answer, because another guest was welcomed.
    Waiting,
    /// They were welcomed, and have to send `ready`.
    Welcomed,
}

/// What is to be done with a guest.
enum Next {
    /// The guest stays connected.
    Keep,
    /// The guest is disconnected.
    Disconnect,
    /// The guest has joined.
    Play,
}

impl Guests {
    fn add(&mut self, stream: TcpStream) {
        if self.waiting.len() < MOST_GUESTS
            && stream.set_nonblocking(false).is_ok()
            && let Ok(lines) = LineStream::new(stream)
        {
            self.waiting.push(Guest {
                lines,
                since: Instant::now(),
                state: GuestState::New,
                name: String::new(),
            });
        }
    }

    /// Reads what all guests have sent. Returns the connection with the guest who has joined.
    fn poll(&mut self) -> Option<LineStream> {
        let mut index = 0;
        while index < self.waiting.len() {
            let is_welcomed = |guest: &Guest| guest.state == GuestState::Welcomed;
            let is_taken = self.waiting.iter().any(is_welcomed);
            match self.waiting[index].poll(&self.id, is_taken) {
                Next::Keep => index += 1,
                Next::Disconnect => drop(self.waiting.remove(index)),
                Next::Play => {
                    let guest = self.waiting.remove(index);
                    // If this fails, only the breakdown of the other machine goes unnoticed.
                    let _ = guest.lines.keep_alive(self.keepalive);
                    return Some(guest.lines);
                }
            }
        }
        None
    }

    /// Sends the guests who have asked for this game that another guest has joined it.
    fn refuse_rest(self) {
        for mut guest in self.waiting {
            // No other guest becomes welcome.
            let _ = guest.poll(&self.id, true);
            if guest.state == GuestState::Waiting {
                let _ = guest.lines.send_line(&Greeting::Busy.to_string());
            }
        }
    }
}

impl Guest {
    fn poll(&mut self, id: &str, is_taken: bool) -> Next {
        if self.state == GuestState::Waiting && !is_taken {
            return self.welcome();
        }
        let mut incoming = self.lines.try_read();
        // No more of a name is kept than the name of this game has.
        while let (GuestState::New, Some(Incoming::Line(line))) = (self.state, &incoming)
            && let Ok(Greeting::Name(part)) = line.parse()
            && self.name.len() <= id.len()
        {
            self.name += &part;
            incoming = self.lines.try_read();
        }
        match (self.state, incoming) {
            // A guest without an answer has no time limit.
            (GuestState::New | GuestState::Welcomed, None)
                if self.since.elapsed() > GREETING_TIME =>
            {
                Next::Disconnect
            }
            (_, None) => Next::Keep,
            (GuestState::New, Some(Incoming::Line(line))) => match line.parse() {
                Ok(Greeting::Join(last))
                    if (std::mem::take(&mut self.name) + &last).eq_ignore_ascii_case(id) =>
                {
                    if is_taken {
                        self.state = GuestState::Waiting;
                        return Next::Keep;
                    }
                    self.welcome()
                }
                Ok(Greeting::Join(_) | Greeting::Name(_)) => {
                    let _ = self.lines.send_line(&Greeting::Unknown.to_string());
                    Next::Disconnect
                }
                _ => Next::Disconnect,
            },
            (GuestState::Welcomed, Some(Incoming::Line(line)))
                if line.parse() == Ok(Message::Ready) =>
            {
                Next::Play
            }
            _ => Next::Disconnect,
        }
    }

    fn welcome(&mut self) -> Next {
        if self
            .lines
            .send_line(&Greeting::Welcome.to_string())
            .is_err()
        {
            return Next::Disconnect;
        }
        self.state = GuestState::Welcomed;
        self.since = Instant::now();
        Next::Keep
    }
}
