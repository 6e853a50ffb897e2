//! What was said between us and an engine.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What was said, the newest last; of much that was said the beginning is dropped.
#[derive(Clone, Debug)]
pub struct Wire {
    begun: Instant,
    lines: VecDeque<WireLine>,
    dropped: usize,
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLine {
    /// How long after the beginning.
    pub at: Duration,
    /// By whom.
    pub by: Side,
    /// The line, without its end.
    pub text: String,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// We do.
    Client,
    /// The engine does.
    Engine,
}

/// More lines than this are not kept.
const KEPT: usize = 2000;

impl Default for Wire {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            lines: VecDeque::new(),
            dropped: 0,
        }
    }
}

impl Wire {
    /// Something was said now.
    pub(super) fn note(&mut self, by: Side, text: &str) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(WireLine {
            at: self.begun.elapsed(),
            by,
            text: text.to_owned(),
        });
    }

    /// Takes all lines that are kept, and how many were dropped before them.
    pub fn take(&mut self) -> (Vec<WireLine>, usize) {
        let dropped = std::mem::take(&mut self.dropped);
        (std::mem::take(&mut self.lines).into(), dropped)
    }

    /// The lines that are kept.
    #[must_use]
    pub const fn lines(&self) -> &VecDeque<WireLine> {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_much_the_beginning_is_dropped() {
        let mut wire = Wire::default();
        for number in 0..KEPT + 5 {
            wire.note(Side::Engine, &number.to_string());
        }
        let (lines, dropped) = wire.take();
        assert_eq!((lines.len(), dropped), (KEPT, 5));
        assert_eq!(lines[0].text, "5");
        assert_eq!(wire.take(), (Vec::new(), 0));
    }
}
