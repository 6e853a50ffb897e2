//! Bytes in, lines out, with bounds on both.

use std::collections::VecDeque;

/// What a program has said and nobody has taken yet.
///
/// Of a long line the end is dropped and `…` put in its place. When more bytes have
/// come than anybody would read, it is full for good.
#[derive(Debug)]
pub struct Lines {
    /// The lines, each with its line feed; the last may not be whole yet.
    bytes: VecDeque<u8>,
    /// How many of these bytes are known to hold no line feed.
    searched: usize,
    /// The length of the line that is not whole yet, as it came.
    unfinished: usize,
    /// How many bytes have come in all.
    total: usize,
    /// How many of them do not count any more.
    forgiven: usize,
    limits: Bounds,
}

/// How much is heard of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of a line.
    pub line: usize,
    /// Bytes in all, or since it was forgiven.
    pub total: usize,
}

/// Stands for the rest of a line.
const CUT: &str = "…";

impl Lines {
    /// Nothing yet.
    pub const fn new(limits: Bounds) -> Self {
        Self {
            bytes: VecDeque::new(),
            searched: 0,
            unfinished: 0,
            total: 0,
            forgiven: 0,
            limits,
        }
    }

    /// More has come.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, ends) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = self.limits.line.saturating_sub(self.unfinished);
            self.unfinished += text.len();
            self.bytes.extend(&text[..room.min(text.len())]);
            if ends {
                if self.unfinished > self.limits.line {
                    self.bytes.extend(CUT.as_bytes());
                }
                self.bytes.push_back(b'\n');
                self.unfinished = 0;
            }
        }
    }

    /// Whether more has come than anybody would read.
    pub const fn is_full(&self) -> bool {
        self.total - self.forgiven > self.limits.total
    }

    /// Counts what has come so far no more.
    pub const fn forgive(&mut self) {
        self.forgiven = self.total;
    }

    /// Whether nothing has ever come.
    pub const fn is_untouched(&self) -> bool {
        self.total == 0
    }

    /// How many bytes are heard in all.
    pub const fn limit(&self) -> usize {
        self.limits.total
    }

    /// Takes the next whole line, without its end.
    pub fn take(&mut self) -> Option<String> {
        let mut new = self.bytes.iter().skip(self.searched);
        let Some(more) = new.position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let length = self.searched + more;
        self.searched = 0;
        let line: Vec<u8> = self.bytes.drain(..=length).collect();
        let line = &line[..length];
        Some(text(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// Takes what is left of a line without an end, after the last whole line.
    pub fn take_rest(&mut self) -> Option<String> {
        if self.bytes.is_empty() {
            return None;
        }
        self.push(b"\n");
        self.take()
    }
}

/// The text of bytes, those that are none replaced.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOUNDS: Bounds = Bounds {
        line: 8,
        total: 1000,
    };

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::new(BOUNDS);
        let mut taken = Vec::new();
        for piece in pieces {
            lines.push(piece);
            taken.extend(std::iter::from_fn(|| lines.take()));
        }
        taken.extend(lines.take_rest());
        assert_eq!(lines.take_rest(), None);
        taken
    }

    #[test]
    fn lines_come_whole_however_they_arrive() {
        assert_eq!(lines(&[b"a\nb", b"c\n", b"\r\nd"]), ["a", "bc", "", "d"]);
        assert_eq!(lines(&[b"", b"\n\n"]), ["", ""]);
    }

    #[test]
    fn of_a_long_line_the_end_is_dropped() {
        assert_eq!(
            lines(&[b"12345678\n123456789\n1"]),
            ["12345678", "12345678…", "1"]
        );
        assert_eq!(
            lines(&[b"12345", b"6789", b"0", b"\nb"]),
            ["12345678…", "b"]
        );
        assert_eq!(lines(&[b"1234567890"]), ["12345678…"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(&[b"a\xff\xc3\nb\0\n"]), ["a\u{fffd}\u{fffd}", "b\0"]);
    }

    #[test]
    fn it_is_full_after_so_many_bytes_and_holds_no_more_than_they() {
        let mut lines = Lines::new(BOUNDS);
        lines.push(&[b'a'; 1000]);
        assert!(!lines.is_full());
        assert!(lines.bytes.len() <= BOUNDS.line);
        lines.push(b"a");
        assert!(lines.is_full());
    }

    proptest! {
        #[test]
        fn how_bytes_are_cut_into_pieces_makes_no_difference(
            pieces in prop::collection::vec(prop::collection::vec(prop::sample::select(b"ab\r\n\xff".as_slice()), 0..12), 0..8),
        ) {
            let whole = pieces.concat();
            let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(lines(&pieces), lines(&[&whole]));
        }
    }
}
