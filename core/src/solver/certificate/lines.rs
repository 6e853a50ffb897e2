//! A line reader with a limit on the length of a line.

use super::error::{VerifyError, VerifyErrorKind};
use super::format::MAX_LINE_LENGTH;
use std::io::{BufRead, Read};

/// The lines of a stream.
pub(super) struct Lines<R> {
    stream: R,
    /// The number of lines read.
    number: u64,
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line number, from 1.
    pub number: u64,
    /// The text without the line feed.
    pub text: String,
}

impl Line {
    /// An error at these bytes of the line.
    pub fn error(&self, span: std::ops::Range<usize>, kind: VerifyErrorKind) -> VerifyError {
        VerifyError {
            line: self.number,
            text: self.text.clone(),
            span,
            kind,
        }
    }

    /// An error at the whole line.
    pub fn error_for_line(&self, kind: VerifyErrorKind) -> VerifyError {
        self.error(0..self.text.len(), kind)
    }
}

impl<R: BufRead> Lines<R> {
    pub const fn of(stream: R) -> Self {
        Self { stream, number: 0 }
    }

    /// Reads the next line; `None` at the end of the stream. Reads at most one byte more than
    /// the maximum length.
    pub fn next(&mut self) -> Result<Option<Line>, VerifyError> {
        let mut bytes = Vec::new();
        let most = u64::try_from(MAX_LINE_LENGTH + 1).expect("a small number");
        let read = self
            .stream
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut bytes);
        let number = self.number + 1;
        if let Err(error) = read {
            let line = Line {
                number,
                text: String::new(),
            };
            return Err(line.error_for_line(VerifyErrorKind::Unreadable(error.kind())));
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number = number;
        let ended = bytes.pop_if(|last| *last == b'\n').is_some();
        let line = Line {
            number,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        };
        if bytes.len() > MAX_LINE_LENGTH {
            return Err(line.error(0..0, VerifyErrorKind::LineTooLong));
        }
        // Certificates contain printable ASCII only.
        let strange = |byte: &u8| !byte.is_ascii_graphic() && *byte != b' ';
        if let Some(place) = bytes.iter().position(strange) {
            let at_end = ended && place + 1 == bytes.len();
            let kind = match bytes[place] {
                b'\r' if at_end => VerifyErrorKind::CarriageReturn,
                byte => VerifyErrorKind::InvalidByte(byte),
            };
            let shown = line.text[place..].chars().next().map_or(0, char::len_utf8);
            return Err(line.error(place..place + shown, kind));
        }
        if !ended {
            return Err(line.error(
                line.text.len()..line.text.len(),
                VerifyErrorKind::MissingLineFeed,
            ));
        }
        Ok(Some(line))
    }

    /// Reads the next line; an error if the stream ends. `what` is what was expected.
    pub fn expect(&mut self, what: &str) -> Result<Line, VerifyError> {
        self.next()?.ok_or_else(|| self.ends(what))
    }

    /// The error for a stream that ends where `what` was expected.
    pub fn ends(&self, what: &str) -> VerifyError {
        let line = Line {
            number: self.number + 1,
            text: String::new(),
        };
        line.error_for_line(VerifyErrorKind::UnexpectedEnd(what.to_owned()))
    }
}
