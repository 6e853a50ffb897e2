//! A connection with the other program, and the lines on it.

use crate::lines::{Line, LineBuffer};
use ataxx_core::Cancellation;
use ataxx_session::{Arrival, BadMessage, Connection, MAX_MESSAGE, Message, Received};
use socket2::{SockRef, TcpKeepalive};
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::str::FromStr;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Time limit for a line, from its first byte to its last.
const LINE_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit to send a message.
const SENDING_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the cancellation flag is checked.
pub(super) const TICK: Duration = Duration::from_millis(20);
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

/// What is read from a connection.
pub(super) enum Incoming {
    /// A line.
    Line(String),
    /// Bytes that are not a line; they are described in words.
    Malformed(String),
    /// The end of the connection; the reason.
    Lost(String),
}

impl LineStream {
    /// Lines on a stream.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        let other_end = stream.peer_addr()?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING_TIMEOUT))?;
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
    pub fn send_line(&mut self, line: &str) -> Result<(), String> {
        self.stream
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| reason(&error))
    }

    /// What has come in, or comes in within a tick.
    pub fn poll(&mut self) -> Option<Incoming> {
        loop {
            let incoming = self.take_line();
            if incoming.is_some() {
                return incoming;
            }
            // No more than one message, so that a flood is held back by the system.
            let mut bytes = [0; MAX_MESSAGE];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Some(Incoming::Lost("the other side has closed it".to_owned())),
                Ok(count) => self.buffer.push(&bytes[..count]),
                Err(error) => {
                    return if is_only_late(&error) {
                        self.check_line_time()
                    } else {
                        Some(Incoming::Lost(reason(&error)))
                    };
                }
            }
        }
    }

    /// Takes the first line that has come in.
    fn take_line(&mut self) -> Option<Incoming> {
        let incoming = match self.buffer.take() {
            Ok(None) => return None,
            Ok(Some(line)) => Incoming::Line(line),
            Err(error) => Incoming::Malformed(error.to_string()),
        };
        self.begun = None;
        Some(incoming)
    }

    /// Reports an unfinished line that takes too long.
    fn check_line_time(&mut self) -> Option<Incoming> {
        if !self.buffer.has_begun() {
            return None;
        }
        let begun = *self.begun.get_or_insert_with(Instant::now);
        (begun.elapsed() > LINE_TIMEOUT).then(|| {
            let seconds = LINE_TIMEOUT.as_secs();
            Incoming::Malformed(format!("a line that took more than {seconds} seconds"))
        })
    }

    /// What has come in, without waiting.
    pub fn try_read(&mut self) -> Option<Incoming> {
        if self.stream.set_nonblocking(true).is_err() {
            return None;
        }
        let incoming = self.poll();
        match self.stream.set_nonblocking(false) {
            Ok(()) => incoming,
            Err(error) => Some(Incoming::Lost(reason(&error))),
        }
    }

    /// Waits for a line, until `deadline` if there is one, or until `cancel` is requested.
    pub fn read(&mut self, deadline: Option<Instant>, cancel: &Cancellation) -> Option<Incoming> {
        loop {
            if let Some(incoming) = self.poll() {
                return Some(incoming);
            }
            if cancel.is_requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                return None;
            }
        }
    }

    /// Waits for a line, and for nothing else.
    pub fn read_line(&mut self, deadline: Instant, cancel: &Cancellation) -> Option<String> {
        match self.read(Some(deadline), cancel)? {
            Incoming::Line(line) => Some(line),
            Incoming::Malformed(_) | Incoming::Lost(_) => None,
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

/// The message of the system, in lower case as in our own messages.
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

fn received(incoming: Incoming) -> Received {
    match incoming {
        Incoming::Line(line) => match line.parse::<Message>() {
            Ok(message) => Received::Message(message),
            Err(BadMessage::MisspeltMove) => Received::MisspeltMove(line),
            Err(_) => Received::Malformed(format!("`{line}`")),
        },
        Incoming::Malformed(what) => Received::Malformed(what),
        Incoming::Lost(reason) => Received::Disconnected(reason),
    }
}

/// From `ready` on, the lines are messages.
impl Connection for LineStream {
    fn other_end(&self) -> String {
        self.other_end.to_string()
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        self.send_line(&message.to_string())
    }

    fn receive(&mut self, patience: Option<Duration>, cancel: &Cancellation) -> Received {
        let deadline = patience.map(|patience| Instant::now() + patience);
        match self.read(deadline, cancel) {
            Some(incoming) => received(incoming),
            None if cancel.is_requested() => Received::Cancelled,
            None => Received::Timeout,
        }
    }

    fn try_receive(&mut self) -> Option<Received> {
        self.try_read().map(received)
    }

    fn arrival(&self) -> Option<Arrival> {
        let stream = self.stream.try_clone().ok()?;
        // Several lines may have come together.
        let has_come = self.buffer.has_line();
        Some(Box::new(move || {
            has_come
                || match stream.peek(&mut [0]) {
                    Err(error) => !is_only_late(&error),
                    Ok(_) => true,
                }
        }))
    }
}

/// The lines of remote play, from bytes that come in pieces of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageLines(LineBuffer);

/// Too many bytes without a line end. Nothing can be read after them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a line of more than {MAX_MESSAGE} bytes")]
pub struct LineTooLong;

impl Default for MessageLines {
    fn default() -> Self {
        Self(LineBuffer::new(MAX_MESSAGE))
    }
}

impl MessageLines {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Takes the next whole line, without its end. Bytes that are no printable ASCII are escaped,
    /// by which the line is neither a message nor a greeting.
    pub fn take(&mut self) -> Result<Option<String>, LineTooLong> {
        match self.0.take() {
            Some(line) if line.is_cut => Err(LineTooLong),
            Some(Line { bytes, .. }) if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) => {
                Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
            }
            Some(line) => Ok(Some(line.bytes.escape_ascii().to_string())),
            None if self.0.is_overlong() => Err(LineTooLong),
            None => Ok(None),
        }
    }

    /// Whether [`take`](Self::take) returns a line or an error.
    fn has_line(&self) -> bool {
        self.0.has_line() || self.0.is_overlong()
    }

    /// Whether there is an unfinished line.
    pub const fn has_begun(&self) -> bool {
        self.0.has_begun()
    }
}

/// A message of the guest or the host before `ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// A name that is too long for one line begins, or goes on, with these letters.
    Name(String),
    /// The guest wants to join the game with this name, or with one that ends so.
    Join(String),
    /// The host has this game, and the guest can join it.
    Welcome,
    /// The host does not have this game. It does not name the games it has.
    Unknown,
}

/// A line that is no greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a greeting")]
pub struct NoGreeting;

impl Greeting {
    /// The lines that ask for a game: one, unless its name is too long for it.
    pub fn request(id: &str) -> Vec<Self> {
        const MAX_PART_LENGTH: usize = MAX_MESSAGE - "join ".len();
        let mut parts: Vec<String> = id
            .as_bytes()
            .chunks(MAX_PART_LENGTH)
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect();
        let last = parts.pop().unwrap_or_default();
        let begun = parts.into_iter().map(Self::Name);
        begun.chain([Self::Join(last)]).collect()
    }
}

impl fmt::Display for Greeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(part) => write!(f, "name {part}"),
            Self::Join(id) => write!(f, "join {id}"),
            Self::Welcome => f.write_str("welcome"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl FromStr for Greeting {
    type Err = NoGreeting;

    fn from_str(text: &str) -> Result<Self, NoGreeting> {
        let is_id = |text: &&str| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        match text {
            "welcome" => Ok(Self::Welcome),
            "unknown" => Ok(Self::Unknown),
            _ => {
                let (word, id) = text.split_once(' ').ok_or(NoGreeting)?;
                let id = Some(id).filter(is_id).ok_or(NoGreeting)?.to_owned();
                match word {
                    "name" => Ok(Self::Name(id)),
                    "join" => Ok(Self::Join(id)),
                    _ => Err(NoGreeting),
                }
            }
        }
    }
}

#[cfg(test)]
mod arrival_tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_line_that_has_come_with_another_has_arrived() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let stream = TcpStream::connect(address).expect("it listens");
        let mut lines = LineStream::new(stream).expect("a stream");
        let has_arrived = |lines: &LineStream| lines.arrival().expect("a stream")();
        lines.buffer.push(b"a7-a6\nstop\nres");
        for line in ["a7-a6", "stop"] {
            assert!(has_arrived(&lines), "{line}");
            let taken = lines.try_read();
            assert!(matches!(taken, Some(Incoming::Line(taken)) if taken == line));
        }
        assert!(!has_arrived(&lines));
        lines.buffer.push(&[b'x'; MAX_MESSAGE]);
        assert!(has_arrived(&lines), "a line that is too long");
    }
}

#[cfg(test)]
mod lines_tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8]) -> Vec<Result<Option<String>, LineTooLong>> {
        let mut buffer = MessageLines::default();
        buffer.push(bytes);
        let mut taken = Vec::new();
        loop {
            let line = buffer.take();
            let ends = !matches!(line, Ok(Some(_)));
            taken.push(line);
            if ends {
                return taken;
            }
        }
    }

    #[test]
    fn lines_are_taken_one_by_one() {
        let line = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(all(b""), [Ok(None)]);
        assert_eq!(all(b"rea"), [Ok(None)]);
        assert_eq!(all(b"ready\n\nst"), [line("ready"), line(""), Ok(None)]);
        let longest = "x".repeat(MAX_MESSAGE);
        assert_eq!(all(longest.as_bytes()), [Ok(None)]);
        assert_eq!(
            all(format!("{longest}\n").as_bytes()),
            [line(&longest), Ok(None)]
        );
        for long in [format!("{longest}x"), format!("{longest}x\n")] {
            assert_eq!(all(long.as_bytes()), [Err(LineTooLong)]);
        }
        for (bytes, shown) in [
            (&b"ready\r\n"[..], "ready\\r"),
            (b"a\0b\n", "a\\x00b"),
            (b"\xff\xfe\n", "\\xff\\xfe"),
            (b"\x1b[2J\n", "\\x1b[2J"),
            ("ä\n".as_bytes(), "\\xc3\\xa4"),
        ] {
            assert_eq!(all(bytes), [line(shown), Ok(None)]);
        }
    }

    proptest! {
        /// How bytes come does not matter.
        #[test]
        fn pieces_make_the_same_lines(bytes in "(ready\n|[a-g][1-7]-[a-g][1-7]\n|[ -~]{0,80}|\n|\\PC){0,9}", cut in 1_usize..9) {
            let mut buffer = MessageLines::default();
            let mut taken = Vec::new();
            'pieces: for piece in bytes.as_bytes().chunks(cut) {
                buffer.push(piece);
                loop {
                    match buffer.take() {
                        Ok(None) => break,
                        Ok(line) => taken.push(Ok(line)),
                        Err(error) => {
                            taken.push(Err(error));
                            break 'pieces;
                        }
                    }
                }
            }
            let mut whole = all(bytes.as_bytes());
            if whole.last() == Some(&Ok(None)) {
                whole.pop();
            }
            prop_assert_eq!(taken, whole);
        }
    }
}

#[cfg(test)]
mod greeting_tests {
    use super::*;
    use ataxx_session::Message;

    #[test]
    fn greetings_are_read_as_they_are_written() {
        for text in ["join tea", "join Tea_2", "name tea", "welcome", "unknown"] {
            let greeting: Greeting = text.parse().expect(text);
            assert_eq!(greeting.to_string(), text);
            // So that they are not confused.
            assert!(text.parse::<Message>().is_err());
        }
        for text in [
            "",
            "join",
            "join ",
            "join  tea",
            "join a-b",
            "name",
            "names tea",
            "Welcome",
            "welcome ",
            "ready",
        ] {
            assert_eq!(text.parse::<Greeting>(), Err(NoGreeting), "{text:?}");
        }
    }

    #[test]
    fn a_name_of_any_length_fits_in_lines() {
        for (length, lines) in [(1, 1), (59, 1), (60, 2), (118, 2), (1000, 17)] {
            let id = "x".repeat(length);
            let request = Greeting::request(&id);
            assert_eq!(request.len(), lines);
            let mut named = String::new();
            for (index, greeting) in request.iter().enumerate() {
                assert!(greeting.to_string().len() <= MAX_MESSAGE);
                match greeting {
                    Greeting::Name(part) => named += part,
                    Greeting::Join(part) => {
                        named += part;
                        assert_eq!(index + 1, lines);
                    }
                    _ => panic!("{greeting}"),
                }
            }
            assert_eq!(named, id);
        }
    }
}
