//! The stdout of a program, with a limit.

use crate::opponents::lines::{Line, LineBuffer};

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

    /// Takes the next whole line.
    pub fn take(&mut self) -> Option<String> {
        self.lines.take().as_ref().map(text)
    }

    /// Takes what is left of a line without an end, after the last whole line.
    pub fn take_rest(&mut self) -> Option<String> {
        self.lines.take_rest().as_ref().map(text)
    }
}

fn text(line: &Line) -> String {
    line.text() + if line.is_cut { "…" } else { "" }
}

#[cfg(test)]
mod tests {
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
