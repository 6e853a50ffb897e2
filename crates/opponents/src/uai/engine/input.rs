//! The queue of the dispatcher.

use crate::read_line;
use ataxx_core::board::Move;
use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::Instant;

/// What the dispatcher receives.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in at this time.
    Line(String, Instant),
    /// A line came in that is too long.
    TooLong,
    /// No more lines will come.
    NoMoreLines,
    /// Lines of the worker, to be written.
    Text(String),
    /// The search is done, with this move; `None` where the game is over.
    Found(Option<Move>),
    /// The count is done.
    Counted,
}

/// The longest line that is read, in bytes: the moves of a game are a fraction of it.
const MAX_LENGTH: usize = 1 << 20;

/// The most lines in the queue. Then the sender waits.
const MAX_WAITING: usize = 100;

/// Sends lines to an engine. When it is dropped, that is the end of the input.
#[derive(Debug)]
pub struct LineSender {
    events: Sender<Event>,
    /// Holds a token for each line in the queue.
    places: SyncSender<()>,
}

/// Receives what is sent to the dispatcher.
#[derive(Debug)]
pub(super) struct EventReceiver {
    events: Receiver<Event>,
    places: Receiver<()>,
}

/// A queue: its end for lines, the receiver, and the end for the worker, which never waits.
pub(super) fn channel() -> (LineSender, EventReceiver, Sender<Event>) {
    let (sender, events) = mpsc::channel();
    let (places, taken) = mpsc::sync_channel(MAX_WAITING);
    let line_sender = LineSender {
        events: sender.clone(),
        places,
    };
    let receiver = EventReceiver {
        events,
        places: taken,
    };
    (line_sender, receiver, sender)
}

impl EventReceiver {
    /// The next event; `None` when nothing more can come.
    pub fn next(&self) -> Option<Event> {
        let event = self.events.recv().ok()?;
        if matches!(event, Event::Line(..) | Event::TooLong | Event::NoMoreLines) {
            // Its place in the queue is free.
            let _ = self.places.try_recv();
        }
        Some(event)
    }
}

/// The engine has ended, and reads nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine has ended")]
pub struct EngineEnded;

impl LineSender {
    /// Sends a line. Bytes that are no UTF-8 are replaced.
    pub fn line(&self, line: &[u8]) -> Result<(), EngineEnded> {
        self.send(if line.len() > MAX_LENGTH {
            Event::TooLong
        } else {
            Event::Line(String::from_utf8_lossy(line).into_owned(), Instant::now())
        })
    }

    /// Sends all lines of a stream, until it ends or fails, or the engine has ended.
    pub fn read(self, mut input: impl BufRead) {
        while let Ok(Some(line)) = read_line(&mut input, MAX_LENGTH) {
            let passed = if line.is_cut {
                if input.skip_until(b'\n').is_err() {
                    return;
                }
                self.send(Event::TooLong)
            } else {
                self.line(line.bytes.trim_ascii_end())
            };
            if passed.is_err() {
                return;
            }
        }
    }

    fn send(&self, event: Event) -> Result<(), EngineEnded> {
        self.places.send(()).map_err(|_| EngineEnded)?;
        self.events.send(event).map_err(|_| EngineEnded)
    }
}

impl Drop for LineSender {
    fn drop(&mut self) {
        // It fails where the engine has ended.
        let _ = self.send(Event::NoMoreLines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let (line_sender, receiver, _) = channel();
        line_sender.read(input);
        let text = |event| match event {
            Event::Line(line, _) => line,
            other => format!("{other:?}"),
        };
        std::iter::from_fn(|| receiver.next()).map(text).collect()
    }

    #[test]
    fn lines_of_all_kinds() {
        assert_eq!(read(b""), ["NoMoreLines"]);
        assert_eq!(read(b"a\r\n\nb"), ["a", "", "b", "NoMoreLines"]);
        assert_eq!(read(b"\xff\x00go\n"), ["\u{fffd}\0go", "NoMoreLines"]);
    }

    #[test]
    fn a_line_has_a_longest_length() {
        let line = |length: usize| "x".repeat(length) + "\nnext\n";
        let longest = line(MAX_LENGTH);
        let found = read(longest.as_bytes());
        assert_eq!(found[0].len(), MAX_LENGTH);
        assert_eq!(found[1..], ["next", "NoMoreLines"]);
        for length in [MAX_LENGTH + 1, MAX_LENGTH + 2, 5 * MAX_LENGTH] {
            let found = read(line(length).as_bytes());
            assert_eq!(found, ["TooLong", "next", "NoMoreLines"], "{length}");
        }
        let unfinished = "x".repeat(MAX_LENGTH + 1);
        assert_eq!(read(unfinished.as_bytes()), ["TooLong", "NoMoreLines"]);
    }

    #[test]
    fn lines_after_the_end_are_refused() {
        let (line_sender, receiver, _) = channel();
        drop(receiver);
        assert_eq!(line_sender.line(b"go"), Err(EngineEnded));
        line_sender.read(&b"a\nb\n"[..]);
    }

    #[test]
    fn a_full_queue_blocks_the_sender() {
        let (line_sender, receiver, _) = channel();
        let lines = "x\n".repeat(10 * MAX_WAITING);
        let reader = std::thread::spawn(move || line_sender.read(lines.as_bytes()));
        let mut lines_received = 0;
        while let Some(event) = receiver.next() {
            lines_received += usize::from(matches!(event, Event::Line(..)));
        }
        assert_eq!(lines_received, 10 * MAX_WAITING);
        reader.join().expect("it reads");
    }
}
