//! A connection with the other program.

use super::lines::{BadLine, MessageLines};
use super::{LINE_TIME, SENDING_TIME, TICK};
use crate::session::{Arrival, BadMessage, Connection, MAX_MESSAGE, Message, Received};
use ataxx_core::Cancellation;
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The number of keepalive probes without an answer after which the connection is lost.
const PROBES: u32 = 3;

/// A connection on which lines come and go.
pub(super) struct LineStream {
    stream: TcpStream,
    other_end: SocketAddr,
    buffer: MessageLines,
    /// When the unfinished line began.
    begun: Option<Instant>,
}

/// What came in.
pub(super) enum Came {
    /// A line.
    Line(String),
    /// Bytes that are not a line; they are described in words.
    Nonsense(String),
    /// The end of the connection; the reason.
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

    /// Turns keepalive on: after each `silence` the system probes the other machine, and after
    /// about four times as long the connection is lost. The same holds for data that is never
    /// acknowledged.
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

    /// Sends a line, which has no line end, or several.
    pub fn say(&mut self, line: &str) -> Result<(), String> {
        self.stream
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| reason(&error))
    }

    /// What has come in, or comes in within a tick.
    pub fn look(&mut self) -> Option<Came> {
        loop {
            let came = self.taken();
            if came.is_some() {
                return came;
            }
            // No more than one message, so that a flood is held back by the system.
            let mut bytes = [0; MAX_MESSAGE];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Some(Came::Lost("the other side has closed it".to_owned())),
                Ok(count) => self.buffer.push(&bytes[..count]),
                Err(error) => {
                    return if is_only_late(&error) {
                        self.too_slow()
                    } else {
                        Some(Came::Lost(reason(&error)))
                    };
                }
            }
        }
    }

    /// Takes the first line that has come in.
    fn taken(&mut self) -> Option<Came> {
        let came = match self.buffer.take() {
            Ok(None) => return None,
            // What is escaped in such a line makes it neither a message nor a greeting.
            Ok(Some(line)) | Err(BadLine::NotText(line)) => Came::Line(line),
            Err(error @ BadLine::TooLong) => Came::Nonsense(error.to_string()),
        };
        self.begun = None;
        Some(came)
    }

    /// Reports an unfinished line that takes too long.
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

    /// What has come in, without waiting.
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

    /// Waits for a line, until `deadline` if there is one, or until `cancel` is requested.
    pub fn hear(&mut self, deadline: Option<Instant>, cancel: &Cancellation) -> Option<Came> {
        loop {
            if let Some(came) = self.look() {
                return Some(came);
            }
            if cancel.is_requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                return None;
            }
        }
    }
}

impl Drop for LineStream {
    fn drop(&mut self) {
        // With unread data in its buffer, the system would discard what was sent last.
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

/// Whether nothing has come yet, and nothing else is wrong.
fn is_only_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// What the system says, in lower case as in our own messages.
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

fn heard(came: Came) -> Received {
    match came {
        Came::Line(line) => match line.parse::<Message>() {
            Ok(message) => Received::Message(message),
            Err(BadMessage::MisspeltMove) => Received::MisspeltMove(line),
            Err(_) => Received::Malformed(format!("`{line}`")),
        },
        Came::Nonsense(nonsense) => Received::Malformed(nonsense),
        Came::Lost(reason) => Received::Disconnected(reason),
    }
}

/// From `ready` on, the lines are messages.
impl Connection for LineStream {
    fn other_end(&self) -> String {
        self.other_end.to_string()
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        self.say(&message.to_string())
    }

    fn receive(&mut self, patience: Option<Duration>, cancel: &Cancellation) -> Received {
        let deadline = patience.map(|patience| Instant::now() + patience);
        match self.hear(deadline, cancel) {
            Some(came) => heard(came),
            None if cancel.is_requested() => Received::Cancelled,
            None => Received::Timeout,
        }
    }

    fn try_receive(&mut self) -> Option<Received> {
        self.glance().map(heard)
    }

    fn arrival(&self) -> Option<Arrival> {
        let stream = self.stream.try_clone().ok()?;
        Some(Box::new(move || match stream.peek(&mut [0]) {
            Err(error) => !is_only_late(&error),
            Ok(_) => true,
        }))
    }
}
