//! The lines of remote play.

use crate::opponents::LineBuffer;
use crate::session::MAX_MESSAGE;
use thiserror::Error;

/// The lines of remote play, from bytes that come in pieces of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageLines(LineBuffer);

/// Bytes that are no line of remote play. Nothing can be read after them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadLine {
    /// Too many bytes without a line end.
    #[error("a line of more than {MAX_MESSAGE} bytes")]
    TooLong,
    /// Bytes that are not all printable ASCII; the line, escaped.
    #[error("`{0}`")]
    NotText(String),
}

impl Default for MessageLines {
    fn default() -> Self {
        Self(LineBuffer::new(MAX_MESSAGE))
    }
}

impl MessageLines {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Takes the next whole line, without its end.
    pub fn take(&mut self) -> Result<Option<String>, BadLine> {
        let line = match self.0.take() {
            Some(line) if line.is_cut => return Err(BadLine::TooLong),
            Some(line) => line.bytes,
            None if self.0.is_overlong() => return Err(BadLine::TooLong),
            None => return Ok(None),
        };
        match String::from_utf8(line) {
            Ok(line) if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) => Ok(Some(line)),
            Ok(line) => Err(BadLine::NotText(line.as_bytes().escape_ascii().to_string())),
            Err(error) => Err(BadLine::NotText(
                error.as_bytes().escape_ascii().to_string(),
            )),
        }
    }

    /// Whether there is an unfinished line.
    pub const fn has_begun(&self) -> bool {
        self.0.has_begun()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8]) -> Vec<Result<Option<String>, BadLine>> {
        let mut buffer = MessageLines::default();
        buffer.push(bytes);
        let mut taken = Vec::new();
        loop {
            let line = buffer.take();
            let ends = !matches!(line, Ok(Some(_)));
            taken.push(line);
            if ends {
                return taken;
            }
        }
    }

    #[test]
    fn lines_are_taken_one_by_one() {
        let line = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(all(b""), [Ok(None)]);
        assert_eq!(all(b"rea"), [Ok(None)]);
        assert_eq!(all(b"ready\n\nst"), [line("ready"), line(""), Ok(None)]);
        let longest = "x".repeat(MAX_MESSAGE);
        assert_eq!(all(longest.as_bytes()), [Ok(None)]);
        assert_eq!(
            all(format!("{longest}\n").as_bytes()),
            [line(&longest), Ok(None)]
        );
        for long in [format!("{longest}x"), format!("{longest}x\n")] {
            assert_eq!(all(long.as_bytes()), [Err(BadLine::TooLong)]);
        }
        for (bytes, shown) in [
            (&b"ready\r\n"[..], "ready\\r"),
            (b"a\0b\n", "a\\x00b"),
            (b"\xff\xfe\n", "\\xff\\xfe"),
            (b"\x1b[2J\n", "\\x1b[2J"),
            ("ä\n".as_bytes(), "\\xc3\\xa4"),
        ] {
            assert_eq!(all(bytes), [Err(BadLine::NotText(shown.to_owned()))]);
        }
    }

    proptest! {
        /// How bytes come does not matter.
        #[test]
        fn pieces_make_the_same_lines(bytes in "(ready\n|[a-g][1-7]-[a-g][1-7]\n|[ -~]{0,80}|\n|\\PC){0,9}", cut in 1_usize..9) {
            let mut buffer = MessageLines::default();
            let mut taken = Vec::new();
            'pieces: for piece in bytes.as_bytes().chunks(cut) {
                buffer.push(piece);
                loop {
                    match buffer.take() {
                        Ok(None) => break,
                        Ok(line) => taken.push(Ok(line)),
                        Err(error) => {
                            taken.push(Err(error));
                            break 'pieces;
                        }
                    }
                }
            }
            let mut whole = all(bytes.as_bytes());
            if whole.last() == Some(&Ok(None)) {
                whole.pop();
            }
            prop_assert_eq!(taken, whole);
        }
    }
}
