//! A connection with the other program.

use super::lines::MessageLines;
use super::{LINE_TIME, SENDING_TIME, TICK};
use crate::cancellation::Cancellation;
use crate::session::{Connection, MAX_MESSAGE, Message, Received};
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// How often a silent machine is asked before the connection is lost.
const PROBES: u32 = 3;

/// A connection on which lines come and go.
pub(super) struct LineStream {
    stream: TcpStream,
    other_end: SocketAddr,
    buffer: MessageLines,
    /// When the line began that is not at its end.
    begun: Option<Instant>,
}

/// A line that has come, or what has come instead.
pub(super) enum Came {
    Line(String),
    Nonsense(String),
    Lost(String),
}

impl LineStream {
    /// Lines on a stream.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        let other_end = stream.peer_addr()?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING_TIME))?;
        stream.set_read_timeout(Some(TICK))?;
        Ok(Self {
            stream,
            other_end,
            buffer: MessageLines::default(),
            begun: None,
        })
    }

    /// Lets the system notice when the other machine is gone: asked after each `silence`,
    /// and given up after about four times as long, also where something was sent and never
    /// arrived.
    pub fn keep_alive(&self, silence: Duration) -> io::Result<()> {
        // The system counts whole seconds.
        let silence = silence.max(Duration::from_secs(1));
        let socket = SockRef::from(&self.stream);
        let keepalive = TcpKeepalive::new().with_time(silence);
        #[cfg(any(
            target_os = "android",
            target_os = "freebsd",
            target_os = "linux",
            target_vendor = "apple",
            windows
        ))]
        let keepalive = keepalive.with_interval(silence).with_retries(PROBES);
        socket.set_tcp_keepalive(&keepalive)?;
        #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
        socket.set_tcp_user_timeout(Some(silence * (PROBES + 1)))?;
        Ok(())
    }

    pub const fn other_end(&self) -> SocketAddr {
        self.other_end
    }

    /// Says a line; `line` has no end.
    pub fn say(&mut self, line: &str) -> Result<(), String> {
        self.stream
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| reason(&error))
    }

    /// What has come already, or comes within a tick; `None` for nothing.
    pub fn look(&mut self) -> Option<Came> {
        loop {
            let came = self.taken();
            if came.is_some() {
                return came;
            }
            // No more than a line, so that a flood waits in the system.
            let mut bytes = [0; MAX_MESSAGE];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Some(Came::Lost("the other side has closed it".to_owned())),
                Ok(count) => self.buffer.push(&bytes[..count]),
                Err(error) => {
                    return match error.kind() {
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {
                            self.too_slow()
                        }
                        _ => Some(Came::Lost(reason(&error))),
                    };
                }
            }
        }
    }

    /// Takes the first line that is there.
    fn taken(&mut self) -> Option<Came> {
        let came = match self.buffer.take() {
            Ok(None) => return None,
            Ok(Some(line)) => Came::Line(line),
            Err(error) => Came::Nonsense(error.to_string()),
        };
        self.begun = None;
        Some(came)
    }

    /// Whether the line that has begun takes too long.
    fn too_slow(&mut self) -> Option<Came> {
        if !self.buffer.has_begun() {
            return None;
        }
        let begun = *self.begun.get_or_insert_with(Instant::now);
        (begun.elapsed() > LINE_TIME).then(|| {
            let seconds = LINE_TIME.as_secs();
            Came::Nonsense(format!("a line that took more than {seconds} seconds"))
        })
    }

    /// What has come already, without waiting.
    pub fn glance(&mut self) -> Option<Came> {
        if self.stream.set_nonblocking(true).is_err() {
            return None;
        }
        let came = self.look();
        match self.stream.set_nonblocking(false) {
            Ok(()) => came,
            Err(error) => Some(Came::Lost(reason(&error))),
        }
    }

    /// Waits for a line, until `deadline` if there is one, or until `told` is set.
    pub fn hear(&mut self, deadline: Option<Instant>, told: &Cancellation) -> Option<Came> {
        loop {
            if let Some(came) = self.look() {
                return Some(came);
            }
            if told.is_requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
        }
    }
}

impl Drop for LineStream {
    fn drop(&mut self) {
        // What has come and was not read would make the system forget what was said last.
        let _ = self.stream.shutdown(Shutdown::Write);
        if self.stream.set_nonblocking(true).is_ok() {
            let mut bytes = [0; 4096];
            for _ in 0..256 {
                if !matches!(self.stream.read(&mut bytes), Ok(1..)) {
                    break;
                }
            }
        }
    }
}

/// What the system says, in lower case like our own messages.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted => {
            "the other side has closed it".to_owned()
        }
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            "the other machine does not answer".to_owned()
        }
        _ => error.to_string().to_lowercase(),
    }
}

/// A connection after `ready`.
pub(super) struct Game {
    lines: LineStream,
}

impl Game {
    pub fn new(lines: LineStream) -> Self {
        Self { lines }
    }
}

fn heard(came: Came) -> Received {
    match came {
        Came::Line(line) => match line.parse::<Message>() {
            Ok(message) => Received::Message(message),
            Err(_) => Received::Malformed(format!("`{line}`")),
        },
        Came::Nonsense(nonsense) => Received::Malformed(nonsense),
        Came::Lost(reason) => Received::Disconnected(reason),
    }
}

impl Connection for Game {
    fn other_end(&self) -> String {
        self.lines.other_end().to_string()
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        self.lines.say(&message.to_string())
    }

    fn receive(&mut self, patience: Option<Duration>, cancel: &Cancellation) -> Received {
        let deadline = patience.map(|patience| Instant::now() + patience);
        match self.lines.hear(deadline, cancel) {
            Some(came) => heard(came),
            None if cancel.is_requested() => Received::Cancelled,
            None => Received::Timeout,
        }
    }

    fn try_receive(&mut self) -> Option<Received> {
        self.lines.glance().map(heard)
    }
}
