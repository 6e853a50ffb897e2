//! The way in for the lines that an engine is told.

use super::thinker::Found;
use crate::opponents::read_line;
use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::Instant;

/// What happens at an engine's desk.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in at this time.
    Line(String, Instant),
    /// A line came in that is too long to be read.
    TooLong,
    /// No more lines will come.
    NoMoreLines,
    /// The thinker has something to tell.
    Found(Found),
}

/// A line longer than this, in bytes, is not read: the moves of a game are a fraction of it.
const LONGEST: usize = 1 << 20;

/// So many lines can wait to be heard, and then whoever hands in more waits too.
const MOST_WAITING: usize = 100;

/// The way in for lines. When it is dropped, the engine takes that for the end of its input.
#[derive(Debug)]
pub struct Inlet {
    events: Sender<Event>,
    /// Has something in it for each line that waits.
    places: SyncSender<()>,
}

/// Takes what comes to an engine's desk.
#[derive(Debug)]
pub(super) struct Outlet {
    events: Receiver<Event>,
    places: Receiver<()>,
}

/// A way in and the other end of it. The thinker's way in, which is the last one, never
/// has to wait.
pub(super) fn inlet() -> (Inlet, Outlet, Sender<Event>) {
    let (sender, events) = mpsc::channel();
    let (places, taken) = mpsc::sync_channel(MOST_WAITING);
    let inlet = Inlet {
        events: sender.clone(),
        places,
    };
    let outlet = Outlet {
        events,
        places: taken,
    };
    (inlet, outlet, sender)
}

impl Outlet {
    /// What comes next; `None` where nothing can come any more.
    pub fn next(&self) -> Option<Event> {
        let event = self.events.recv().ok()?;
        if !matches!(event, Event::Found(_)) {
            // Its place is free for another.
            let _ = self.places.try_recv();
        }
        Some(event)
    }
}

/// The engine has ended, and hears nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine has ended")]
pub struct EngineEnded;

impl Inlet {
    /// Hands a line to the engine. Bytes that are no UTF-8 stand for nothing.
    ///
    /// # Errors
    ///
    /// When the engine has ended.
    pub fn line(&self, line: &[u8]) -> Result<(), EngineEnded> {
        self.hand(if line.len() > LONGEST {
            Event::TooLong
        } else {
            Event::Line(String::from_utf8_lossy(line).into_owned(), Instant::now())
        })
    }

    /// Passes on all lines of a stream, until it ends, cannot be read, or the engine has
    /// ended.
    pub fn read(self, mut input: impl BufRead) {
        while let Ok(Some(line)) = read_line(&mut input, LONGEST) {
            let passed = if line.is_cut {
                if input.skip_until(b'\n').is_err() {
                    return;
                }
                self.hand(Event::TooLong)
            } else {
                self.line(line.bytes.trim_ascii_end())
            };
            if passed.is_err() {
                return;
            }
        }
    }

    fn hand(&self, event: Event) -> Result<(), EngineEnded> {
        self.places.send(()).map_err(|_| EngineEnded)?;
        self.events.send(event).map_err(|_| EngineEnded)
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        // Who has ended does not need to know.
        let _ = self.hand(Event::NoMoreLines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let (inlet, outlet, _) = inlet();
        inlet.read(input);
        let text = |event| match event {
            Event::Line(line, _) => line,
            other => format!("{other:?}"),
        };
        std::iter::from_fn(|| outlet.next()).map(text).collect()
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
        let longest = line(LONGEST);
        let found = read(longest.as_bytes());
        assert_eq!(found[0].len(), LONGEST);
        assert_eq!(found[1..], ["next", "NoMoreLines"]);
        for length in [LONGEST + 1, LONGEST + 2, 5 * LONGEST] {
            let found = read(line(length).as_bytes());
            assert_eq!(found, ["TooLong", "next", "NoMoreLines"], "{length}");
        }
        let unfinished = "x".repeat(LONGEST + 1);
        assert_eq!(read(unfinished.as_bytes()), ["TooLong", "NoMoreLines"]);
    }

    #[test]
    fn nobody_listens() {
        let (inlet, outlet, _) = inlet();
        drop(outlet);
        assert_eq!(inlet.line(b"go"), Err(EngineEnded));
        inlet.read(&b"a\nb\n"[..]);
    }

    #[test]
    fn who_is_too_fast_waits() {
        let (inlet, outlet, _) = inlet();
        let lines = "x\n".repeat(10 * MOST_WAITING);
        let reader = std::thread::spawn(move || inlet.read(lines.as_bytes()));
        let mut heard = 0;
        while let Some(event) = outlet.next() {
            heard += usize::from(matches!(event, Event::Line(..)));
        }
        assert_eq!(heard, 10 * MOST_WAITING);
        reader.join().expect("it reads");
    }
}
