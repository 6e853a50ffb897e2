//! The lines of a stream, read ahead: so the end of the session is noticed while a remote program
//! is waited for.

use super::input::{self, Lines, NumberedLine};
use crate::session::{Command, Dialect, LoadError, parse};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of lines that are read before they are needed.
const AHEAD: usize = 64;
/// How long the wait for a line takes before others look.
const MOMENT: Duration = Duration::from_millis(20);

/// A line, or why there is none.
type Read = Result<NumberedLine, LoadError>;

/// The lines of a stream, read in a thread of their own.
#[derive(Clone)]
pub struct LinesAhead(Arc<Mutex<Queue>>);

struct Queue {
    coming: Receiver<Read>,
    /// Those that have been looked at, and not taken.
    seen: VecDeque<Read>,
}

impl LinesAhead {
    /// The lines at a path; `-` is standard input.
    pub fn of(path: PathBuf) -> Self {
        let (send, coming) = mpsc::sync_channel(AHEAD);
        thread::spawn(move || {
            let lines = match input::open(&path) {
                Ok(stream) => Lines::of(stream),
                Err(error) => {
                    let _ = send.send(Err(error));
                    return;
                }
            };
            for line in lines {
                if send.send(line.map_err(input::refused)).is_err() {
                    return;
                }
            }
        });
        let seen = VecDeque::new();
        Self(Arc::new(Mutex::new(Queue { coming, seen })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing in it can be half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits a moment for the next command. Returns whether it is `quit`, or the input is at its
    /// end, if that counts.
    pub fn ends_session(&self, dialect: Dialect, end_counts: bool) -> bool {
        let mut queue = self.queue();
        let is_told = |read: &Read| match read.as_ref().map(|line| parse(&line.text, dialect)) {
            Ok(Ok(None)) => None,
            Ok(read) => Some(matches!(read, Ok(Some(line)) if line.command == Command::Quit)),
            Err(_) => Some(end_counts),
        };
        let is_told = queue.seen.iter().find_map(is_told).or_else(|| {
            match queue.coming.recv_timeout(MOMENT) {
                Ok(read) => {
                    queue.seen.push_back(read);
                    None
                }
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(end_counts),
            }
        });
        if is_told == Some(false) {
            // Nothing else will come.
            thread::sleep(MOMENT);
        }
        is_told == Some(true)
    }
}

impl Iterator for LinesAhead {
    type Item = Read;

    fn next(&mut self) -> Option<Read> {
        let mut queue = self.queue();
        let seen = queue.seen.pop_front();
        seen.or_else(|| queue.coming.recv().ok())
    }
}
