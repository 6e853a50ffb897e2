//! The end of a long text.

use std::collections::VecDeque;

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
        text(&kept[start..])
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
        text(&new[..length]).lines().map(str::to_owned).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
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
        assert_eq!(tail.take(false), ["456"]);
        tail.push(b"abcdefgh\n");
        assert_eq!(tail.take(false), ["fgh"]);
    }
}
