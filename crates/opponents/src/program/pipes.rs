//! The three pipes of a program, and what was read from them. A wait is always for all of them.

use super::silence::Silence;
use super::system::{self, InputPipe, OutputPipe};
use crate::lines::{Line, LineBuffer};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

/// The pipes of a program, and the bytes that were not sent or read yet. A pipe that is closed
/// is `None`.
pub struct Pipes {
    pub stdin: Option<InputPipe>,
    pub stdout: Option<OutputPipe>,
    pub stderr: Option<OutputPipe>,
    /// What did not fit into stdin yet.
    pub unsent: VecDeque<u8>,
    /// Whether to close stdin once everything is sent.
    is_last: bool,
    /// What the program has written to stdout.
    pub output: Output,
    /// What the program has written to stderr.
    pub stderr_lines: Tail,
    /// What was written to stderr before the program starts, as long as it has not started.
    pub before_start: Option<BeforeStart>,
    /// When stdout was seen to be empty.
    pub silence: Silence,
    chunk: Vec<u8>,
}

/// The stdin, stdout and stderr of a child.
pub type ChildPipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

const CHUNK: usize = 64 * 1024;
/// Longer lines of stdout are cut.
const MAX_LINE_LENGTH: usize = 64 * 1024;
/// The output limit, in bytes of stdout.
const MAX_OUTPUT: usize = 8 * 1024 * 1024;
/// The most bytes of stderr that are kept.
const MAX_STDERR: usize = 64 * 1024;
/// The most reads of stderr in one call, so that a flood there does not block the other pipes.
const ROUNDS: usize = 16;

impl Pipes {
    /// The pipes of a child. With a mark, the program starts after the line of
    /// stderr that is the mark.
    pub fn of(pipes: ChildPipes, mark: Option<&'static str>) -> io::Result<Self> {
        let (stdin, [stdout, stderr]) = system::open(pipes)?;
        Ok(Self {
            stdin,
            stdout,
            stderr,
            unsent: VecDeque::new(),
            is_last: false,
            output: Output::new(MAX_LINE_LENGTH, MAX_OUTPUT),
            stderr_lines: Tail::new(MAX_STDERR),
            before_start: mark.map(BeforeStart::new),
            silence: Silence::default(),
            chunk: vec![0; CHUNK],
        })
    }

    /// Limits the bytes of stderr that are kept from now on.
    pub const fn keep_stderr(&mut self, most: usize) {
        self.stderr_lines.most = most;
    }

    /// Whether stdout or stderr may have more.
    pub const fn can_be_read(&self) -> bool {
        self.stdout.is_some() || self.stderr.is_some()
    }

    /// Queues a line for stdin.
    pub fn push(&mut self, line: &str) {
        self.unsent.extend(line.as_bytes());
        self.unsent.push_back(b'\n');
    }

    /// Closes stdin, after everything in the queue.
    pub fn close(&mut self) {
        self.is_last = true;
        if self.unsent.is_empty() {
            self.stdin = None;
        }
    }

    /// The end of what the program has written to stderr; of what its wrapper has, where the
    /// program has not started.
    pub fn stderr_text(&self) -> String {
        match &self.before_start {
            Some(before) => before.written.text() + &lossy(&before.line),
            None => self.stderr_lines.text(),
        }
    }

    /// Waits at most so long until something can be read or written, and reads and writes what
    /// it can. Returns whether there was anything.
    pub fn pump(&mut self, wait: Duration) -> bool {
        let begun = Instant::now();
        self.wait(wait);
        self.silence.waited(begun, Instant::now(), wait);
        let sent = self.write_stdin();
        let received = self.read_stdout();
        self.read_stderr() || sent || received
    }

    fn wait(&self, time: Duration) {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        system::wait(stdin, [self.stdout.as_ref(), self.stderr.as_ref()], time);
    }

    fn write_stdin(&mut self) -> bool {
        let Some(stdin) = &mut self.stdin else {
            self.unsent.clear();
            return false;
        };
        let mut sent = false;
        while !self.unsent.is_empty() {
            match stdin.write(self.unsent.as_slices().0) {
                Ok(written) => {
                    self.unsent.drain(..written);
                    sent = true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return sent,
                // The program has closed it.
                Err(_) => {
                    self.stdin = None;
                    self.unsent.clear();
                    return true;
                }
            }
        }
        if self.is_last {
            self.stdin = None;
        }
        sent
    }

    /// Reads stdout once, so that a line is returned before more is read.
    fn read_stdout(&mut self) -> bool {
        let Some(stdout) = &mut self.stdout else {
            return false;
        };
        let now = Instant::now();
        match read(stdout, &mut self.chunk) {
            Some(0) => self.stdout = None,
            Some(read) => {
                self.output.push(&self.chunk[..read]);
                if self.output.is_full() {
                    self.stdout = None;
                }
            }
            None => {
                if !self.output.has_line() {
                    self.silence.is_empty_at(now);
                }
                return false;
            }
        }
        true
    }

    /// Reads everything that is in stderr.
    fn read_stderr(&mut self) -> bool {
        for round in 0..ROUNDS {
            let Some(stderr) = &mut self.stderr else {
                return round > 0;
            };
            match read(stderr, &mut self.chunk) {
                Some(0) => self.stderr = None,
                Some(read) => {
                    let new = &self.chunk[..read];
                    match &mut self.before_start {
                        None => self.stderr_lines.push(new),
                        Some(before) => {
                            if let Some(rest) = before.push(new) {
                                self.stderr_lines.push(&rest);
                                self.before_start = None;
                            }
                        }
                    }
                }
                None => return round > 0,
            }
        }
        true
    }
}

/// Reads without waiting. Returns the number of bytes, 0 at the end, and `None` when there is
/// nothing now.
fn read(mut pipe: impl Read, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match pipe.read(chunk) {
            Ok(read) => return Some(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(_) => return Some(0),
        }
    }
}

/// What a program has written to stdout and was not taken yet.
///
/// A long line is cut, with `…` in place of its end. After `limit` bytes the output is full,
/// until the limit is reset.
#[derive(Debug)]
pub struct Output {
    lines: LineBuffer,
    /// The number of bytes so far.
    total: usize,
    /// The number of bytes before the limit was reset.
    uncounted: usize,
    limit: usize,
}

impl Output {
    /// No output yet; lines are cut after `longest` bytes.
    pub const fn new(longest: usize, limit: usize) -> Self {
        Self {
            lines: LineBuffer::new(longest),
            total: 0,
            uncounted: 0,
            limit,
        }
    }

    /// Adds output.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        self.lines.push(bytes);
    }

    /// Whether more bytes have come than the limit.
    pub const fn is_full(&self) -> bool {
        self.total - self.uncounted > self.limit
    }

    /// Resets the limit: what has come so far does not count.
    pub const fn reset_limit(&mut self) {
        self.uncounted = self.total;
    }

    /// Whether nothing has ever come.
    pub const fn is_untouched(&self) -> bool {
        self.total == 0
    }

    /// The limit in bytes.
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Whether there is a whole line that was not taken.
    pub fn has_line(&self) -> bool {
        self.lines.has_line()
    }

    /// Takes the next whole line.
    pub fn take(&mut self) -> Option<String> {
        self.lines.take().as_ref().map(marked)
    }

    /// What is left of a line without an end, if no whole line comes before it.
    pub fn unended(&self) -> Option<String> {
        self.lines.unended().as_ref().map(marked)
    }

    /// Takes what is left of a line without an end, after the last whole line.
    pub fn take_rest(&mut self) -> Option<String> {
        self.lines.take_rest().as_ref().map(marked)
    }
}

fn marked(line: &Line) -> String {
    line.text() + if line.is_cut { "…" } else { "" }
}

/// What is written to stderr before the line that marks the start of the program.
pub struct BeforeStart {
    mark: &'static str,
    written: Tail,
    /// The beginning of a line whose end has not come.
    line: Vec<u8>,
}

impl BeforeStart {
    const fn new(mark: &'static str) -> Self {
        Self {
            mark,
            written: Tail::new(MAX_STDERR),
            line: Vec::new(),
        }
    }

    /// Adds bytes. Returns those after the mark, once it has come.
    fn push(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut rest = bytes;
        while let Some(feed) = rest.iter().position(|&byte| byte == b'\n') {
            let (end, after) = rest.split_at(feed + 1);
            self.line.extend(end);
            let line = std::mem::take(&mut self.line);
            if line.trim_ascii_end().ends_with(self.mark.as_bytes()) {
                return Some(after.to_vec());
            }
            self.written.push(&line);
            rest = after;
        }
        self.line.extend(rest);
        if self.line.len() > MAX_STDERR {
            self.written.push(&std::mem::take(&mut self.line));
        }
        None
    }
}

/// The last bytes of what was written, whole lines as far as they come.
#[derive(Debug)]
pub struct Tail {
    kept: VecDeque<u8>,
    most: usize,
    /// The number of bytes dropped before the kept ones.
    dropped: usize,
    /// The number of bytes taken, dropped ones included.
    taken: usize,
}

impl Tail {
    /// An empty tail that keeps at most `most` bytes.
    pub const fn new(most: usize) -> Self {
        Self {
            kept: VecDeque::new(),
            most,
            dropped: 0,
            taken: 0,
        }
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        let surplus = self.kept.len().saturating_sub(self.most);
        self.kept.drain(..surplus);
        self.dropped += surplus;
    }

    /// Everything that is kept; if bytes were dropped, from the start of a line.
    pub fn text(&self) -> String {
        let kept: Vec<u8> = self.kept.iter().copied().collect();
        let start = match kept.iter().position(|&byte| byte == b'\n') {
            Some(feed) if self.dropped > 0 => feed + 1,
            _ => 0,
        };
        lossy(&kept[start..])
    }

    /// How many bytes since the last call of [`take`](Self::take) are not kept.
    pub const fn lost(&self) -> usize {
        self.dropped.saturating_sub(self.taken)
    }

    /// Takes the lines since the last call, as far as they are kept. With `is_all` a line
    /// without an end is taken too.
    pub fn take(&mut self, is_all: bool) -> Vec<String> {
        let from = self.taken.saturating_sub(self.dropped);
        let new: Vec<u8> = self.kept.iter().skip(from).copied().collect();
        let length = if is_all {
            new.len()
        } else {
            let last = new.iter().rposition(|&byte| byte == b'\n');
            last.map_or(0, |feed| feed + 1)
        };
        self.taken = self.dropped + from + length;
        lossy(&new[..length]).lines().map(str::to_owned).collect()
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod output_tests {
    use super::*;

    #[test]
    fn it_is_full_after_so_many_bytes() {
        let mut output = Output::new(8, 1000);
        output.push(&[b'a'; 1000]);
        assert!(!output.is_full());
        output.push(b"a");
        assert!(output.is_full());
        assert_eq!(output.take_rest().as_deref(), Some("aaaaaaaa…"));
        output.reset_limit();
        assert!(!output.is_full() && !output.is_untouched());
    }
}

#[cfg(test)]
mod tail_tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_kept() {
        let mut tail = Tail::new(10);
        tail.push(b"one\n");
        assert_eq!(tail.text(), "one\n");
        tail.push(b"two\nthree\n");
        assert_eq!(tail.text(), "three\n");
        assert_eq!(tail.take(false), ["two", "three"]);
    }

    #[test]
    fn lines_are_taken_once_and_whole() {
        let mut tail = Tail::new(100);
        tail.push(b"one\ntw");
        assert_eq!(tail.take(false), ["one"]);
        assert_eq!(tail.take(false), Vec::<String>::new());
        tail.push(b"o\nthree");
        assert_eq!(tail.take(false), ["two"]);
        assert_eq!(tail.take(true), ["three"]);
        assert_eq!(tail.take(true), Vec::<String>::new());
        assert_eq!(tail.text(), "one\ntwo\nthree");
    }

    #[test]
    fn what_is_dropped_cannot_be_taken() {
        let mut tail = Tail::new(4);
        tail.push(b"123456\n");
        assert_eq!(tail.lost(), 3);
        assert_eq!(tail.take(false), ["456"]);
        assert_eq!(tail.lost(), 0);
        tail.push(b"abcdefgh\n");
        assert_eq!(tail.take(false), ["fgh"]);
    }
}
