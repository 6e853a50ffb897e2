//! Sessions that run in processes of their own, and strangers who talk to them.
#![allow(dead_code)] // each test file uses a part

pub mod scripted;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any machine needs; it turns a hang into a failure.
const LONG: Duration = Duration::from_secs(120);

/// A session in a process of its own.
pub struct Sitting {
    child: Process,
    input: Option<ChildStdin>,
    output: Heard,
    errors: Heard,
}

/// A process that does not outlive the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Lines that come from a stream, and all that have come.
struct Heard {
    lines: Receiver<String>,
    so_far: String,
}

impl Heard {
    fn of(stream: impl Read + Send + 'static) -> Self {
        let (tell, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stream).lines() {
                let Ok(line) = line else { return };
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            lines,
            so_far: String::new(),
        }
    }

    fn add(&mut self, line: &str) {
        self.so_far += line;
        self.so_far.push('\n');
    }

    /// Waits for a line with this text.
    fn wait_for(&mut self, text: &str) -> String {
        let deadline = Instant::now() + LONG;
        loop {
            match self.lines.recv_timeout(deadline - Instant::now()) {
                Ok(line) => {
                    self.add(&line);
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(error) => panic!("{error}: no line with {text:?} after\n{}", self.so_far),
            }
        }
    }

    /// Everything, once the stream has ended.
    fn all(mut self) -> String {
        loop {
            match self.lines.recv_timeout(LONG) {
                Ok(line) => self.add(&line),
                Err(RecvTimeoutError::Disconnected) => return self.so_far,
                Err(RecvTimeoutError::Timeout) => panic!("no end after\n{}", self.so_far),
            }
        }
    }
}

/// What a session left behind, with addresses taken out.
#[derive(Debug, PartialEq, Eq)]
pub struct Left {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
}

impl Sitting {
    /// A session in dialect 2008, in which AIs look at few positions.
    pub fn begin(more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
        command
            .args(["--dialect", "2008", "--nodes", "200"])
            .args(more);
        Self::run(command)
    }

    /// A session that this command starts.
    pub fn run(mut command: Command) -> Self {
        let mut child = command
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = Heard::of(child.stdout.take().expect("a pipe"));
        let errors = Heard::of(child.stderr.take().expect("a pipe"));
        Self {
            input: child.stdin.take(),
            child: Process(child),
            output,
            errors,
        }
    }

    /// A session that hosts the game `tea` at a port that the system has chosen, and where
    /// that is.
    pub fn host(before: &str) -> (Self, String) {
        let mut host = Self::begin(&["--listen", "127.0.0.1:0"]);
        host.enter(before);
        host.enter("host tea");
        let place = host.place();
        (host, place)
    }

    /// Types commands separated by `;`.
    pub fn enter(&mut self, commands: &str) {
        let input = self.input.as_mut().expect("it is open");
        let lines = lines_of(commands);
        // A session that has left does not listen; what it has said tells more.
        let _ = input.write_all(lines.as_bytes());
    }

    /// Waits until the session can be joined; where.
    pub fn place(&mut self) -> String {
        let line = self.errors.wait_for("is open at ");
        let (_, place) = line.split_once("is open at ").expect("it is there");
        let (place, _) = place.split_once(',').expect("more is said");
        place.to_owned()
    }

    /// Waits for a line on stdout.
    pub fn see(&mut self, text: &str) -> String {
        self.output.wait_for(text)
    }

    /// Waits for a line on stderr.
    pub fn see_error(&mut self, text: &str) -> String {
        self.errors.wait_for(text)
    }

    pub fn kill(&mut self) {
        self.child.0.kill().expect("it runs");
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        drop(self.input.take());
    }

    /// Ends the input, and waits for the end of the session.
    pub fn end(mut self) -> Left {
        self.close_input();
        let deadline = Instant::now() + LONG;
        let status = loop {
            match self.child.0.try_wait().expect("it can be waited for") {
                Some(status) => break status.code(),
                None if Instant::now() > deadline => {
                    let _ = self.child.0.kill();
                    panic!("no end after\n{}\n{}", self.output.all(), self.errors.all());
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        Left {
            stdout: self.output.all(),
            stderr: without_ports(&self.errors.all()),
            status,
        }
    }
}

/// What stands between `;`, each on a line.
fn lines_of(text: &str) -> String {
    let lines: Vec<&str> = text.split(';').map(str::trim).collect();
    lines.join("\n") + "\n"
}

/// The text with `PLACE` for addresses with ports.
fn without_ports(text: &str) -> String {
    let pattern = regex::Regex::new(r"127\.0\.0\.1:\d+").expect("a pattern");
    pattern.replace_all(text, "PLACE").into_owned()
}

/// A game between two of our sessions; commands are separated by `;`, and the client's
/// begin with `join`.
pub fn game(host: &str, before_join: &str, client: &str) -> [Left; 2] {
    let (host_commands, mut client_commands) = (host, String::from(before_join));
    let (mut host, place) = Sitting::host("");
    let mut guest = Sitting::begin(&[]);
    if !client_commands.is_empty() {
        client_commands += ";";
    }
    guest.enter(&format!("{client_commands} join tea@{place}; {client}"));
    host.enter(host_commands);
    // Whose input ends leaves the game, so that both stay open until both are done.
    host.enter("board");
    guest.enter("board");
    for side in [&mut host, &mut guest] {
        side.see("to move; ");
    }
    [host.end(), guest.end()]
}

/// A stranger at one end of a connection.
pub struct Stranger {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Stranger {
    fn of(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a connection");
        stream.set_read_timeout(Some(LONG)).expect("a connection");
        let reader = BufReader::new(stream.try_clone().expect("a connection"));
        Self { stream, reader }
    }

    /// Goes to a host.
    pub fn at(place: &str) -> Self {
        Self::of(TcpStream::connect(place).expect("somebody listens"))
    }

    /// Goes to a host and says that it is ready.
    pub fn ready_at(place: &str) -> Self {
        let mut stranger = Self::at(place);
        stranger.say("join tea");
        assert_eq!(stranger.read_line(), "welcome");
        stranger.say("ready");
        stranger
    }

    /// Says lines separated by `;`, in one piece.
    pub fn say(&mut self, lines: &str) {
        let lines = lines_of(lines);
        self.send(lines.as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        // It may have been shown out; what is heard tells.
        let _ = self.stream.write_all(bytes);
    }

    /// The next line; empty at the end.
    pub fn read_line(&mut self) -> String {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(_) => line.trim_end_matches('\n').to_owned(),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => String::new(),
            Err(error) => panic!("{error}"),
        }
    }

    /// Lines, separated by blanks and bars, up to one with this text.
    pub fn hear_up_to(&mut self, last: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let line = self.read_line();
            let ends = line == last || line.is_empty();
            lines.push(line);
            if ends {
                return lines.join(" | ");
            }
        }
    }

    /// Says nothing more, but goes on listening.
    pub fn close_mouth(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
    }
}

/// A stranger who hosts the game `tea`, and a session of ours that comes.
pub fn strange_host(before: &str) -> (Stranger, Sitting) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut guest = Sitting::begin(&[]);
    let place = listener.local_addr().expect("a port");
    guest.enter(&format!("{before}; join tea@{place}"));
    let (stream, _) = listener.accept().expect("somebody comes");
    let mut host = Stranger::of(stream);
    assert_eq!(host.read_line(), "join tea");
    (host, guest)
}

/// The same, after the greetings.
pub fn strange_host_met(before: &str) -> (Stranger, Sitting) {
    let (mut host, guest) = strange_host(before);
    host.say("welcome");
    assert_eq!(host.read_line(), "ready");
    (host, guest)
}
