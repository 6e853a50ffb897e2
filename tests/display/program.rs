//! A session with a board, and requests to it as they travel.
#![allow(dead_code)] // each test file uses a part

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What no machine should need.
pub const LIMIT: Duration = Duration::from_secs(120);

/// The program with a board; it ends with the test, however that ends.
pub struct Program {
    child: Child,
    /// What it reads.
    input: Option<ChildStdin>,
    /// What it says on stdout, line by line.
    output: Receiver<String>,
    /// The same on stderr, after the address of the board.
    messages: Receiver<String>,
    /// Where it serves.
    pub address: SocketAddr,
    /// The path of the page, which holds the key.
    pub entrance: String,
    /// Where it keeps games.
    pub home: Arc<TempDir>,
}

impl Program {
    /// Starts it, with more arguments.
    pub fn start(arguments: &[&str]) -> Self {
        Self::in_home(Arc::new(TempDir::new().expect("a folder")), arguments)
    }

    /// The same, with a folder for what it keeps.
    pub fn in_home(home: Arc<TempDir>, arguments: &[&str]) -> Self {
        Self::launch(home, arguments, &[("ATAXX_NO_PACE", "1")])
    }

    /// The same, and its AIs wait until the move before theirs was shown.
    pub fn paced(arguments: &[&str]) -> Self {
        Self::launch(Arc::new(TempDir::new().expect("a folder")), arguments, &[])
    }

    /// The program with a browser that only notes its arguments, in this folder, and these.
    #[cfg(unix)]
    pub fn opened() -> (Self, TempDir, String) {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempDir::new().expect("a folder");
        let (browser, noted) = (folder.path().join("xdg-open"), folder.path().join("noted"));
        // What is there is whole.
        let script = format!(
            "#!/bin/sh\necho \"$@\" >{0}.part\n/bin/mv {0}.part {0}\n",
            noted.display()
        );
        std::fs::write(&browser, script).expect("can be written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&browser, mode).expect("it is mine");
        let home = Arc::new(TempDir::new().expect("a folder"));
        let path = folder.path().to_str().expect("a path");
        let program = Self::launch(home, &[], &[("PATH", path), ("DISPLAY", ":0")]);
        let deadline = Instant::now() + LIMIT;
        while !noted.exists() {
            assert!(Instant::now() < deadline, "no browser was opened");
            thread::sleep(Duration::from_millis(5));
        }
        let arguments = std::fs::read_to_string(noted).expect("a text");
        (program, folder, arguments.trim_end().to_owned())
    }

    fn launch(home: Arc<TempDir>, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        // Times are taken of a release build.
        let program = std::env::var_os("ATAXX_BINARY");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_ataxx").into());
        let mut command = Command::new(program);
        command.arg("--display");
        // A test that has a browser of its own to be opened says where.
        if environment.iter().all(|(name, _)| *name != "PATH") {
            command.arg("--no-open");
        }
        let mut child = command
            .args(arguments)
            .env("XDG_STATE_HOME", home.path())
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = lines(child.stdout.take().expect("a pipe"));
        let messages = lines(child.stderr.take().expect("a pipe"));
        let url = loop {
            let line = messages
                .recv_timeout(LIMIT)
                .expect("it says where the board is");
            if let Some(url) = line.strip_prefix("the board is at http://") {
                break url.to_owned();
            }
        };
        let (address, entrance) = url.split_once('/').expect("a path");
        Self {
            child,
            input,
            output,
            messages,
            address: address.parse().expect("an address"),
            entrance: format!("/{entrance}"),
            home,
        }
    }

    /// The beginning of all its addresses.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("not yet closed");
        writeln!(input, "{line}").expect("the program listens");
    }

    /// Says that nothing more is typed.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for a line on stderr that begins like this.
    pub fn read_message(&self, prefix: &str) -> String {
        loop {
            let line = self.messages.recv_timeout(LIMIT).expect(prefix);
            if line.starts_with(prefix) {
                return line;
            }
        }
    }

    /// Waits for a line on stdout.
    pub fn read_line(&self, line: &str) {
        let deadline = Instant::now() + LIMIT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = self.output.recv_timeout(left);
            if heard
                .unwrap_or_else(|error| panic!("{line:?}: {error}"))
                .trim_end()
                == line
            {
                return;
            }
        }
    }

    /// All lines that it still says, up to one.
    pub fn heard_until(&self, line: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let heard = self.output.recv_timeout(LIMIT).expect(line);
            let done = heard.trim_end() == line;
            all.push(heard);
            if done {
                return all;
            }
        }
    }

    /// Waits for a line on stdout that begins like this.
    pub fn heard_until_prefix(&self, prefix: &str) -> String {
        loop {
            let heard = self.output.recv_timeout(LIMIT).expect(prefix);
            if heard.starts_with(prefix) {
                return heard;
            }
        }
    }

    /// Waits until it has ended; its exit status.
    pub fn wait(&mut self) -> Option<i32> {
        self.wait_at_most(LIMIT)
    }

    /// The same, for less time than the program would take for something else.
    pub fn wait_at_most(&mut self, limit: Duration) -> Option<i32> {
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the program does not end");
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_none()
    }

    /// A connection to it.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(LIMIT)).expect("a limit");
        stream.set_write_timeout(Some(LIMIT)).expect("a limit");
        stream
    }

    /// Sends bytes and reads all that comes back.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // It may have heard enough before the end.
        let _ = stream.write_all(bytes);
        let answer = read_to_close(&mut stream);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request of these lines, with a body.
    pub fn request(&self, lines: &[&str], body: &str) -> Answer {
        let mut text = lines.join("\r\n");
        text.push_str("\r\nConnection: close\r\n");
        if !body.is_empty() {
            text.push_str("Content-Type: application/x-www-form-urlencoded\r\n");
            text.push_str("Content-Length: ");
            text.push_str(&body.len().to_string());
            text.push_str("\r\n");
        }
        text.push_str("\r\n");
        text.push_str(body);
        Answer::of(&self.raw(text.as_bytes()))
    }

    /// The path of a file or form of the page.
    pub fn at(&self, path: &str) -> String {
        format!("{}{}", self.entrance, path.trim_start_matches('/'))
    }

    /// Asks for a path as a page of ours does.
    pub fn get(&self, path: &str) -> Answer {
        let first = format!("GET {} HTTP/1.1", self.at(path));
        self.request(&[&first, &format!("Host: {}", self.address)], "")
    }

    /// Sends a form as a page of ours does.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        let first = format!("POST {} HTTP/1.1", self.at(path));
        let origin = format!("Origin: {}", self.origin());
        let host = format!("Host: {}", self.address);
        self.request(&[&first, &host, &origin], body)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a stream as they come.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    fn of(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status: status.and_then(|status| status.parse().ok()).unwrap_or(0),
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Reads until the server closes the connection, or resets it.
///
/// # Panics
///
/// When the server leaves it open.
pub fn read_to_close(stream: &mut TcpStream) -> Vec<u8> {
    let mut heard = Vec::new();
    if let Err(error) = stream.read_to_end(&mut heard) {
        let open = [ErrorKind::WouldBlock, ErrorKind::TimedOut];
        assert!(!open.contains(&error.kind()), "the connection stays open");
    }
    heard
}
