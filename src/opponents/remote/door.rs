//! The host's door.

use super::connection::{Came, Game, LineStream, reason};
use super::greeting::Greeting;
use super::{FIRST_PORT, GREETING_TIME, LAST_PORT, ListenAddress, TICK, Tcp};
use crate::cancellation::Cancellation;
use crate::session::{Connection, Listener, Message, RemoteError};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How many may be at the door at a time.
const MOST_AT_THE_DOOR: usize = 16;

/// A door that is open for one guest.
pub(super) struct OpenGame {
    listener: TcpListener,
    address: SocketAddr,
    id: String,
    settings: Tcp,
}

impl OpenGame {
    /// Opens the door.
    pub fn new(id: &str, settings: Tcp) -> Result<Self, RemoteError> {
        let listener = listen(settings.listen)?;
        let address = listener
            .local_addr()
            .and_then(|address| listener.set_nonblocking(true).map(|()| address))
            .map_err(|error| RemoteError::Listen {
                address: settings.listen.ip.to_string(),
                reason: reason(&error),
            })?;
        Ok(Self {
            listener,
            address,
            id: id.to_owned(),
            settings,
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
    if let Some(port) = at.port {
        let address = SocketAddr::new(at.ip, port);
        return TcpListener::bind(address).map_err(|error| refused(address, &error));
    }
    for port in FIRST_PORT..=LAST_PORT {
        let address = SocketAddr::new(at.ip, port);
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
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

    fn accept(self: Box<Self>, told: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        let wait = self.settings.wait;
        let opened = Instant::now();
        let mut guests = Guests {
            id: self.id,
            keepalive: self.settings.keepalive,
            at_the_door: Vec::new(),
        };
        loop {
            let came = match self.listener.accept() {
                Ok((stream, _)) => {
                    guests.let_in(stream);
                    true
                }
                Err(_) => false,
            };
            if let Some(game) = guests.attend() {
                while let Ok((stream, _)) = self.listener.accept() {
                    guests.let_in(stream);
                }
                guests.send_away();
                return Ok(Box::new(game));
            }
            if told.is_requested() {
                return Err(RemoteError::Cancelled);
            }
            if opened.elapsed() > wait {
                return Err(RemoteError::NobodyCame { waited: wait });
            }
            if !came {
                thread::sleep(TICK);
            }
        }
    }
}

/// Who is at the door.
struct Guests {
    id: String,
    keepalive: Duration,
    at_the_door: Vec<Guest>,
}

/// Somebody at the door.
struct Guest {
    lines: LineStream,
    since: Instant,
    wants: Wants,
}

/// What somebody at the door has said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// Nothing yet.
    Nothing,
    /// They know the name of the game, and have no answer yet: somebody else is welcome.
    ThisGame,
    /// They are welcome, and have to say that they are ready.
    Welcome,
}

/// What comes of somebody at the door.
enum Fate {
    Stays,
    Goes,
    Plays,
}

impl Guests {
    fn let_in(&mut self, stream: TcpStream) {
        if self.at_the_door.len() >= MOST_AT_THE_DOOR {
            return;
        }
        let Ok(lines) = stream
            .set_nonblocking(false)
            .and_then(|()| LineStream::new(stream))
        else {
            return;
        };
        self.at_the_door.push(Guest {
            lines,
            since: Instant::now(),
            wants: Wants::Nothing,
        });
    }

    /// Hears everybody at the door; the one who plays, if somebody does.
    fn attend(&mut self) -> Option<Game> {
        let mut index = 0;
        while index < self.at_the_door.len() {
            let someone_is_welcome = self
                .at_the_door
                .iter()
                .any(|guest| guest.wants == Wants::Welcome);
            let fate = self.at_the_door[index].attend(&self.id, someone_is_welcome);
            match fate {
                Fate::Stays => index += 1,
                Fate::Goes => {
                    self.at_the_door.remove(index);
                }
                Fate::Plays => {
                    let guest = self.at_the_door.remove(index);
                    // Without it the connection is as good until the other machine breaks
                    // down.
                    let _ = guest.lines.keep_alive(self.keepalive);
                    return Some(Game::new(guest.lines));
                }
            }
        }
        None
    }

    /// Tells those who know the game that somebody else has joined it.
    fn send_away(self) {
        for mut guest in self.at_the_door {
            // As if somebody were welcome: nobody else will be.
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
        match (self.wants, self.lines.glance()) {
            // Who waits for somebody else to decide waits as long as that takes.
            (Wants::Nothing | Wants::Welcome, None) if self.since.elapsed() > GREETING_TIME => {
                Fate::Goes
            }
            (_, None) => Fate::Stays,
            (Wants::Nothing, Some(Came::Line(line))) => match line.parse() {
                Ok(Greeting::Join(wanted)) if wanted.eq_ignore_ascii_case(id) => {
                    if someone_is_welcome {
                        self.wants = Wants::ThisGame;
                        return Fate::Stays;
                    }
                    self.welcome()
                }
                Ok(Greeting::Join(_)) => {
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
