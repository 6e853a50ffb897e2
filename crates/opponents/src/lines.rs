//! Lines with a length limit.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its bytes, without its line feed, up to the longest length.
    pub bytes: Vec<u8>,
    /// Whether it was longer, and its end is missing.
    pub is_cut: bool,
}

impl Line {
    /// A line of these bytes, which were kept up to one more than the longest length.
    fn new(mut bytes: Vec<u8>, longest: usize) -> Self {
        let is_cut = bytes.len() > longest;
        bytes.truncate(longest);
        Self { bytes, is_cut }
    }

    /// Its text, without a carriage return at its end and a byte order mark at its beginning. Bytes
    /// that are no UTF-8 are replaced.
    pub fn text(&self) -> String {
        let bytes = match self.bytes.strip_suffix(b"\r") {
            Some(bytes) if !self.is_cut => bytes,
            _ => &self.bytes,
        };
        let text = String::from_utf8_lossy(bytes);
        text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
    }
}

/// Reads a line of a stream; waits for it. `None` at the end of the stream.
///
/// The rest of a line that is too long stays in the stream.
pub fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(longest).unwrap_or(u64::MAX);
    let mut part = input.by_ref().take(most.saturating_add(1));
    if part.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Ok(Some(Line::new(bytes, longest)))
}

/// Lines of bytes that come in pieces of any size.
///
/// Of a longer line than the longest, the rest is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBuffer {
    /// The lines, each with its line feed; the last may not be whole yet. Of a line that is
    /// too long, one byte too many is kept.
    bytes: VecDeque<u8>,
    /// How many of these bytes are known to hold no line feed.
    searched: usize,
    /// The length of the line that is not whole yet, as it came.
    unfinished: usize,
    longest: usize,
}

impl LineBuffer {
    /// An empty buffer for lines up to this length.
    pub const fn new(longest: usize) -> Self {
        Self {
            bytes: VecDeque::new(),
            searched: 0,
            unfinished: 0,
            longest,
        }
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, ends) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = (self.longest + 1).saturating_sub(self.unfinished);
            self.unfinished += text.len();
            self.bytes.extend(&text[..room.min(text.len())]);
            if ends {
                self.bytes.push_back(b'\n');
                self.unfinished = 0;
            }
        }
    }

    /// Whether there is a whole line.
    pub fn has_line(&self) -> bool {
        self.bytes
            .iter()
            .skip(self.searched)
            .any(|&byte| byte == b'\n')
    }

    /// Takes the next whole line.
    pub fn take(&mut self) -> Option<Line> {
        let mut new = self.bytes.iter().skip(self.searched);
        let Some(more) = new.position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let length = self.searched + more;
        self.searched = 0;
        let mut line: Vec<u8> = self.bytes.drain(..=length).collect();
        line.pop();
        Some(Line::new(line, self.longest))
    }

    /// The bytes of the line that is not whole yet, if no whole line comes before it.
    pub fn unended(&self) -> Option<Line> {
        let is_begun = self.has_begun() && !self.has_line();
        is_begun.then(|| Line::new(self.bytes.iter().copied().collect(), self.longest))
    }

    /// Takes what is left of a line without an end, after the last whole line.
    pub fn take_rest(&mut self) -> Option<Line> {
        if self.bytes.is_empty() {
            return None;
        }
        self.push(b"\n");
        self.take()
    }

    /// Whether the line that is not whole yet is too long already.
    pub const fn is_overlong(&self) -> bool {
        self.unfinished > self.longest
    }

    /// Whether a line has begun that is not whole yet.
    pub const fn has_begun(&self) -> bool {
        self.unfinished > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(line: &Line) -> String {
        line.text() + if line.is_cut { "…" } else { "" }
    }

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let mut lines = LineBuffer::new(8);
        let mut taken = Vec::new();
        for piece in pieces {
            lines.push(piece);
            taken.extend(std::iter::from_fn(|| lines.take()));
        }
        taken.extend(lines.take_rest());
        assert_eq!(lines.take_rest(), None);
        taken.iter().map(shown).collect()
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
        let mut buffer = LineBuffer::new(8);
        buffer.push(b"12345678");
        assert!(buffer.has_begun() && !buffer.is_overlong() && !buffer.has_line());
        buffer.push(&[b'9'; 1000]);
        assert!(buffer.is_overlong() && buffer.bytes.len() == 9);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(&[b"a\xff\xc3\nb\0\n"]), ["a\u{fffd}\u{fffd}", "b\0"]);
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(lines(&[b"\xef\xbb\xbf===\n\xef\xbb\xbf\n"]), ["===", ""]);
    }

    #[test]
    fn a_stream_is_read_up_to_the_longest_length() {
        let mut input = &b"one\r\n12345678\n123456789\n\nlast"[..];
        let mut read = || read_line(&mut input, 8).expect("it can be read");
        let all: Vec<String> = std::iter::from_fn(&mut read)
            .map(|line| shown(&line))
            .collect();
        assert_eq!(all, ["one", "12345678", "12345678…", "", "", "last"]);
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
