//! An engine in this process with scripted output, for tests.

use crate::{Ended, Peer, ReadError};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What happens next.
#[derive(Clone, Debug)]
pub enum Event {
    /// It prints a line.
    Line(&'static str),
    /// It waits this number of milliseconds.
    Sleep(u64),
    /// Reading fails for this reason from now on.
    ReadError(ReadError),
}

/// An engine in this process that answers each line by `script`.
pub struct Double<S> {
    pub script: S,
    pub events: VecDeque<Event>,
    pub stderr_lines: String,
    pub ended: Result<Ended, ReadError>,
}

impl<S: FnMut(&str) -> Vec<Event>> Double<S> {
    pub fn new(script: S) -> Self {
        Self {
            script,
            events: VecDeque::new(),
            stderr_lines: String::new(),
            ended: Ok(Ended::Status(0)),
        }
    }
}

impl<S: FnMut(&str) -> Vec<Event>> Peer for Double<S> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        if let Some(Event::ReadError(
            silence @ (ReadError::Ended(_) | ReadError::Interrupted | ReadError::NotReading),
        )) = self.events.front()
        {
            return Err(*silence);
        }
        self.events.extend((self.script)(line));
        Ok(())
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        loop {
            match self.events.pop_front() {
                None => return Err(ReadError::TimeOut),
                Some(Event::Line(line)) => return Ok(line.to_owned()),
                Some(Event::Sleep(milliseconds)) => {
                    std::thread::sleep(Duration::from_millis(milliseconds));
                }
                Some(Event::ReadError(silence)) => {
                    self.events.push_front(Event::ReadError(silence));
                    return Err(silence);
                }
            }
        }
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        self.ended
    }

    fn stderr_lines(&self) -> String {
        self.stderr_lines.clone()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.stderr_lines)
            .lines()
            .map(str::to_owned)
            .collect()
    }
}

/// Lines, one after the other.
pub fn lines(text: &'static str) -> Vec<Event> {
    text.lines().map(Event::Line).collect()
}

/// What a good engine answers, but for moves.
pub fn standard_answers(line: &str) -> Vec<Event> {
    match line {
        "uai" => lines(
            "id name Double\nid author Nobody\noption name Hash type spin default 1 min 1 max 9\nuaiok",
        ),
        "isready" => lines("readyok"),
        _ => Vec::new(),
    }
}
