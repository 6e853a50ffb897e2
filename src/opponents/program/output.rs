//! What a program has written to stdout, within bounds.

use crate::opponents::lines::LineBuffer;

/// What a program has written to stdout and nobody has taken yet.
///
/// A long line is cut, with `…` in place of its end. After too many bytes it is full, until
/// the limit is reset.
#[derive(Debug)]
pub struct Output {
    lines: LineBuffer,
    /// The bytes that have come in all.
    total: usize,
    /// Those that came before the limit was reset.
    uncounted: usize,
    limit: usize,
}

/// How much of the output of a program is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of a line.
    pub line: usize,
    /// Bytes in all, or since the limit was reset.
    pub total: usize,
}

impl Output {
    /// No output yet.
    pub const fn new(bounds: Bounds) -> Self {
        Self {
            lines: LineBuffer::new(bounds.line),
            total: 0,
            uncounted: 0,
            limit: bounds.total,
        }
    }

    /// Adds output.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        self.lines.push(bytes);
    }

    /// Whether more has come than is read.
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

    /// The bytes that are read in all.
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Takes the next whole line.
    pub fn take(&mut self) -> Option<String> {
        let line = self.lines.take()?;
        Some(line.text() + if line.is_cut { "…" } else { "" })
    }

    /// Takes what is left of a line without an end, after the last whole line.
    pub fn take_rest(&mut self) -> Option<String> {
        let line = self.lines.take_rest()?;
        Some(line.text() + if line.is_cut { "…" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_full_after_so_many_bytes() {
        let mut output = Output::new(Bounds {
            line: 8,
            total: 1000,
        });
        output.push(&[b'a'; 1000]);
        assert!(!output.is_full());
        output.push(b"a");
        assert!(output.is_full());
        assert_eq!(output.take_rest().as_deref(), Some("aaaaaaaa…"));
        output.reset_limit();
        assert!(!output.is_full() && !output.is_untouched());
    }
}
