//! A game that a host offers.

use super::connection::{Came, Greeting, LineStream, TICK, reason};
use super::place::{FIRST_PORT, LAST_PORT, ListenAddress};
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
            let came = self.listener.accept();
            let is_idle = came.is_err();
            if let Ok((stream, _)) = came {
                guests.let_in(stream);
            }
            if let Some(lines) = guests.attend() {
                while let Ok((stream, _)) = self.listener.accept() {
                    guests.let_in(stream);
                }
                guests.send_away();
                return Ok(Box::new(lines));
            }
            if cancel.is_requested() {
                return Err(RemoteError::Cancelled);
            }
            if opened.elapsed() > wait {
                return Err(RemoteError::NobodyCame { waited: wait });
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
    wants: Wants,
    /// What was sent of a name that does not fit in one line.
    name: String,
}

/// What a guest has said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// Nothing yet.
    Nothing,
    /// They want this game, and have no answer yet, because another guest is welcome.
    ThisGame,
    /// They are welcome, and have to send `ready`.
    Welcome,
}

/// What becomes of a guest.
enum Fate {
    /// The guest stays connected.
    Stays,
    /// The guest is disconnected.
    Goes,
    /// The guest has joined.
    Plays,
}

impl Guests {
    fn let_in(&mut self, stream: TcpStream) {
        if self.waiting.len() < MOST_GUESTS
            && stream.set_nonblocking(false).is_ok()
            && let Ok(lines) = LineStream::new(stream)
        {
            self.waiting.push(Guest {
                lines,
                since: Instant::now(),
                wants: Wants::Nothing,
                name: String::new(),
            });
        }
    }

    /// Reads what all guests have sent. Returns the connection with the guest who has joined.
    fn attend(&mut self) -> Option<LineStream> {
        let mut index = 0;
        while index < self.waiting.len() {
            let is_welcome = |guest: &Guest| guest.wants == Wants::Welcome;
            let someone_is_welcome = self.waiting.iter().any(is_welcome);
            match self.waiting[index].attend(&self.id, someone_is_welcome) {
                Fate::Stays => index += 1,
                Fate::Goes => drop(self.waiting.remove(index)),
                Fate::Plays => {
                    let guest = self.waiting.remove(index);
                    // If this fails, only the breakdown of the other machine goes unnoticed.
                    let _ = guest.lines.keep_alive(self.keepalive);
                    return Some(guest.lines);
                }
            }
        }
        None
    }

    /// Tells the guests who want this game that another guest has joined it.
    fn send_away(self) {
        for mut guest in self.waiting {
            // No other guest becomes welcome.
            let _ = guest.attend(&self.id, true);
            if guest.wants == Wants::ThisGame {
                let _ = guest.lines.say(&Greeting::Busy.to_string());
            }
        }
    }
}

impl Guest {
    fn attend(&mut self, id: &str, someone_is_welcome: bool) -> Fate {
        if self.wants == Wants::ThisGame && !someone_is_welcome {
            return self.welcome();
        }
        let mut came = self.lines.glance();
        // No more of a name is kept than the name of this game has.
        while let (Wants::Nothing, Some(Came::Line(line))) = (self.wants, &came)
            && let Ok(Greeting::Name(part)) = line.parse()
            && self.name.len() <= id.len()
        {
            self.name += &part;
            came = self.lines.glance();
        }
        match (self.wants, came) {
            // A guest without an answer has no time limit.
            (Wants::Nothing | Wants::Welcome, None) if self.since.elapsed() > GREETING_TIME => {
                Fate::Goes
            }
            (_, None) => Fate::Stays,
            (Wants::Nothing, Some(Came::Line(line))) => match line.parse() {
                Ok(Greeting::Join(last))
                    if (std::mem::take(&mut self.name) + &last).eq_ignore_ascii_case(id) =>
                {
                    if someone_is_welcome {
                        self.wants = Wants::ThisGame;
                        return Fate::Stays;
                    }
                    self.welcome()
                }
                Ok(Greeting::Join(_) | Greeting::Name(_)) => {
                    let _ = self.lines.say(&Greeting::Unknown.to_string());
                    Fate::Goes
                }
                _ => Fate::Goes,
            },
            (Wants::Welcome, Some(Came::Line(line))) if line.parse() == Ok(Message::Ready) => {
                Fate::Plays
            }
            _ => Fate::Goes,
        }
    }

    fn welcome(&mut self) -> Fate {
        if self.lines.say(&Greeting::Welcome.to_string()).is_err() {
            return Fate::Goes;
        }
        self.wants = Wants::Welcome;
        self.since = Instant::now();
        Fate::Stays
    }
}
