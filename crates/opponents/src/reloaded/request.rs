//! The requests of a framework.

use crate::read_line;
use ataxx_core::diagnostic::syntax::{did_you_mean, quoted};
use ataxx_core::diagnostic::{Diagnostic, Source};
use ataxx_core::notation::MoveRequest;
use std::fmt;
use std::io::{self, BufRead};
use std::ops::Range;
use thiserror::Error;

/// A request to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentRequest {
    /// Its name.
    Identify,
    /// A move.
    Move(MoveRequest),
}

/// The requests of a stream, each as soon as its last line has come.
///
/// They are read strictly: each part is on its own line, and a row has fourteen characters.
/// Ignored are blanks at either end of a line, a `\r` before its end, and empty lines between
/// requests.
#[derive(Debug)]
pub struct Requests<R> {
    input: R,
    /// How many lines were read.
    lines: usize,
}

/// Why an agent stopped before the end of the requests.
#[derive(Debug, Error)]
pub enum NotServed {
    /// A request is malformed.
    #[error("{}", .0.message)]
    Malformed(Box<Diagnostic>),
    /// The requests cannot be read.
    #[error("the requests cannot be read: {0}")]
    Unreadable(io::Error),
    /// The answer cannot be written.
    #[error("the answer cannot be written: {0}")]
    Unwritable(io::Error),
}

/// Longer lines are cut, in bytes.
const MAX_LINE_LENGTH: usize = 256;
/// The number of lines before the first row.
const FIRST_ROW: usize = 3;

impl<R: BufRead> Requests<R> {
    /// The requests of this stream.
    pub const fn of(input: R) -> Self {
        Self { input, lines: 0 }
    }

    /// The next request; waits for it. `None` at the end of the stream.
    pub fn read(&mut self) -> Result<Option<AgentRequest>, NotServed> {
        let first = loop {
            match self.line()? {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => {}
                Some(line) => break line,
            }
        };
        let mut draft = Draft {
            text: first,
            first_line: self.lines,
            count: 1,
        };
        let word = draft.word(0)?;
        match &draft.text[word.clone()] {
            "identify" => return Ok(Some(AgentRequest::Identify)),
            "move" => {}
            stranger => {
                let message = format!("expected `identify` or `move`, found {}", quoted(stranger));
                let help = did_you_mean(stranger, ["identify", "move"]);
                return Err(draft.bad(message, word, help));
            }
        }
        loop {
            draft.text.push('\n');
            let start = draft.text.len();
            let Some(line) = self.line()? else {
                let message = format!("expected {}, found the end", draft.expected());
                return Err(draft.bad(message, start..start, None));
            };
            draft.text.push_str(&line);
            if let Some(request) = draft.add_line(start)? {
                return Ok(Some(AgentRequest::Move(request)));
            }
        }
    }

    /// The next line without its end. A long line is cut.
    fn line(&mut self) -> Result<Option<String>, NotServed> {
        let read = read_line(&mut self.input, MAX_LINE_LENGTH).map_err(NotServed::Unreadable)?;
        let Some(line) = read else {
            return Ok(None);
        };
        self.lines += 1;
        let text = String::from_utf8_lossy(&line.bytes);
        let text = text.trim_end_matches('\r');
        // An invisible mark that some editors put at the start of a text.
        let text = text.trim_start_matches('\u{feff}');
        Ok(Some(text.to_owned()))
    }
}

/// An incomplete request.
struct Draft {
    text: String,
    /// The number of its first line in the stream, counted from 1.
    first_line: usize,
    /// The number of lines that have come and are valid.
    count: usize,
}

impl Draft {
    /// Adds the line that begins here to a request for a move. Returns the request after its last
    /// line.
    fn add_line(&mut self, start: usize) -> Result<Option<MoveRequest>, NotServed> {
        let word = self.word(start)?;
        let request = match self.text.parse::<MoveRequest>() {
            Ok(request) => Some(request),
            // It is valid so far, and incomplete.
            Err(error) if error.span.start >= word.end => None,
            Err(error) => return Err(self.bad(error.message, error.span, error.help)),
        };
        if self.count >= FIRST_ROW && !self.text[word.clone()].ends_with(':') {
            let message =
                "expected `:` after the last square of the row, found the end of the line";
            return Err(self.bad(message.to_owned(), word.end..word.end, None));
        }
        self.count += 1;
        Ok(request)
    }

    /// The span of the only word on the line that begins here.
    fn word(&self, start: usize) -> Result<Range<usize>, NotServed> {
        let line = &self.text[start..];
        let begin = start + (line.len() - line.trim_start().len());
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else {
            let message = format!("expected {}, found an empty line", self.expected());
            return Err(self.bad(message, start..start, None));
        };
        let end = begin + word.len();
        let Some(surplus) = words.next() else {
            return Ok(begin..end);
        };
        let rest = &self.text[end..];
        let surplus_begin = end + (rest.len() - rest.trim_start().len());
        let message = format!("expected the end of the line, found {}", quoted(surplus));
        Err(self.bad(message, surplus_begin..surplus_begin + surplus.len(), None))
    }

    /// What the next line has to be.
    fn expected(&self) -> String {
        match self.count {
            0 => "`identify` or `move`".to_owned(),
            1 => "the turn number".to_owned(),
            2 => "the size of the board".to_owned(),
            count => format!("row {}", count - FIRST_ROW),
        }
    }

    fn bad(&self, message: String, place: Range<usize>, help: Option<String>) -> NotServed {
        let source = Source {
            name: Some("<stdin>".to_owned()),
            first_line: self.first_line,
            text: self.text.clone(),
        };
        let diagnostic = Diagnostic::error("request", message)
            .at(place)
            .with_help(help)
            .with_source(source);
        NotServed::Malformed(Box::new(diagnostic))
    }
}

impl fmt::Display for AgentRequest {
    /// Its lines, without the end of the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identify => f.write_str("identify"),
            Self::Move(request) => request.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Color, Position};

    const FIRST: &str = "move\n1\n7\n1:0:0:0:0:0:2:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n\
        0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n2:0:0:0:0:0:1:\n";

    fn first() -> AgentRequest {
        AgentRequest::Move(MoveRequest::new(&Position::start()).expect("no blocks"))
    }

    /// All requests, and the error after them: `LINE:COLUMN: MESSAGE`.
    fn read(text: impl AsRef<[u8]>) -> (Vec<AgentRequest>, Option<String>) {
        let mut requests = Requests::of(text.as_ref());
        let mut all = Vec::new();
        loop {
            match requests.read() {
                Ok(Some(request)) => all.push(request),
                Ok(None) => return (all, None),
                Err(NotServed::Malformed(error)) => {
                    let place = error.place().expect("there is always a place");
                    let help: Vec<_> = error.help.iter().map(|help| format!("; {help}")).collect();
                    let (line, column) = (place.line, place.column);
                    let text = format!("{line}:{column}: {}{}", error.message, help.concat());
                    return (all, Some(text));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn one_request_or_several() {
        assert_eq!(read(""), (vec![], None));
        assert_eq!(read("\n \n"), (vec![], None));
        assert_eq!(read(FIRST), (vec![first()], None));
        assert_eq!(read(FIRST.trim_end()), (vec![first()], None));
        let both = format!("identify\n\n{FIRST}identify");
        let all = vec![AgentRequest::Identify, first(), AgentRequest::Identify];
        assert_eq!(read(both), (all, None));
    }

    #[test]
    fn invisible_differences_are_none() {
        let text = format!("\u{feff}{}", FIRST.replace('\n', " \r\n"));
        assert_eq!(read(text), (vec![first()], None));
        assert_eq!(read(format!(" \t{FIRST}")), (vec![first()], None));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let position = Position::start().with_plies(151).with_turn(Color::Blue);
        let request = AgentRequest::Move(MoveRequest::new(&position).expect("no blocks"));
        assert_eq!(read(request.to_string()), (vec![request], None));
        assert_eq!(
            read(AgentRequest::Identify.to_string()),
            (vec![AgentRequest::Identify], None)
        );
    }

    /// What comes of the first request with this in the place of that.
    fn changed(from: &str, to: &str) -> String {
        assert!(FIRST.contains(from), "{from}");
        let (good, error) = read(FIRST.replacen(from, to, 1));
        assert_eq!(good, vec![]);
        error.expect(to)
    }

    #[test]
    fn errors_name_line_column_and_what_was_expected() {
        let error = |text: &str| read(text).1.expect(text);
        insta::assert_snapshot!(error("mov\n1\n7\n"), @"1:1: expected `identify` or `move`, found `mov`; did you mean `move`?");
        insta::assert_snapshot!(error("MOVE\n1\n"), @"1:1: expected `identify` or `move`, found `MOVE`; did you mean `move`?");
        insta::assert_snapshot!(error("identify please\n"), @"1:10: expected the end of the line, found `please`");
        insta::assert_snapshot!(error("1:0:0:0:0:0:2:\n"), @"1:1: expected `identify` or `move`, found `1:0:0:0:0:0:2:`");
        insta::assert_snapshot!(error("move 1 7\n"), @"1:6: expected the end of the line, found `1`");
        insta::assert_snapshot!(error("move"), @"2:1: expected the turn number, found the end");
        insta::assert_snapshot!(error("move\n\n1\n"), @"2:1: expected the turn number, found an empty line");
        insta::assert_snapshot!(error("move\n1\n7\n1:0:0:0:0:0:2:\n"), @"5:1: expected row 1, found the end");
        insta::assert_snapshot!(changed("\n1\n", "\n-1\n"), @"2:1: expected the turn number, found `-1`");
        insta::assert_snapshot!(changed("\n1\n", "\none\n"), @"2:1: expected the turn number, found `one`");
        insta::assert_snapshot!(changed("\n1\n", "\n99999999999\n"), @"2:1: the turn number is at most 2147483648, found `99999999999`");
        insta::assert_snapshot!(changed("\n7\n", "\n8\n"), @"3:1: the size of the board is 7, found `8`");
        insta::assert_snapshot!(changed("\n7\n", "\n7 7\n"), @"3:3: expected the end of the line, found `7`");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0:0:0:0:0:0:\n"), @"5:1: row 1 has 6 squares instead of 7");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0:0:0:0:0:0:0:0:\n"), @"5:1: row 1 has 8 squares instead of 7");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0:0:0:0:0:0:0\n"), @"5:14: expected `:` after the last square of the row, found the end of the line");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0:0:0:3:0:0:0:\n"), @"5:7: expected `0:`, `1:` or `2:`, found `3:`");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0:0:0:0 0:0:0:\n"), @"5:9: expected the end of the line, found `0:0:0:`");
        insta::assert_snapshot!(changed("0:0:0:0:0:0:0:\n", "0000000\n"), @"5:1: expected `0:`, `1:` or `2:`, found `0000000`; every square is followed by `:`");
        insta::assert_snapshot!(changed("2:0:0:0:0:0:1:\n", "identify\n"), @"10:1: expected `0:`, `1:` or `2:`, found `identify`");
        insta::assert_snapshot!(changed("2:0:0:0:0:0:1:\n", ""), @"10:1: expected row 6, found the end");
    }

    #[test]
    fn good_requests_before_a_bad_one_are_read() {
        let (good, error) = read(format!(
            "identify\n{FIRST}{}",
            FIRST.replace("\n7\n", "\n6\n")
        ));
        assert_eq!(good, vec![AgentRequest::Identify, first()]);
        insta::assert_snapshot!(error.expect("a board of six"), @"14:1: the size of the board is 7, found `6`");
        let (good, error) = read(format!("{FIRST}0:0:0:0:0:0:0:\n"));
        assert_eq!(good, vec![first()]);
        insta::assert_snapshot!(error.expect("an eighth row"), @"11:1: expected `identify` or `move`, found `0:0:0:0:0:0:0:`");
    }

    use proptest::prelude::*;

    proptest! {
        /// Whatever comes, it is read or refused with a place.
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(bytes);
        }

        /// A byte that is changed is noticed, or makes another request of it; it never
        /// makes one more.
        #[test]
        fn nearly_a_request(at in 0..FIRST.len(), byte in any::<u8>()) {
            let mut bytes = FIRST.as_bytes().to_vec();
            let was = std::mem::replace(&mut bytes[at], byte);
            let (good, error) = read(&bytes);
            match good.first() {
                Some(&request) if byte == was => prop_assert_eq!(request, first()),
                Some(_) => {
                    prop_assert!(matches!(was, b'0'..=b'2' | b'\n' ), "{was} became {byte}");
                    prop_assert!(good.len() == 1 && error.is_none());
                }
                None => prop_assert!(error.is_some()),
            }
        }
    }

    #[test]
    fn no_bytes_are_too_much() {
        let error = |bytes: &[u8]| read(bytes).1.expect("an error");
        insta::assert_snapshot!(error(b"\xff\xfe\0\n"), @"1:1: expected `identify` or `move`, found `���`; column 3: U+0000 (NUL)");
        insta::assert_snapshot!(error(&vec![b'x'; 100_000]), @"1:1: expected `identify` or `move`, found `xxxxxxxxxxxxxxxxxxxxxxxx…`");
        insta::assert_snapshot!(error(b"move\n1\n7\n1:0:0:\0:0:0:2:\n"), @"4:7: expected `0:`, `1:` or `2:`, found `�:`; column 7: U+0000 (NUL)");
        insta::assert_snapshot!(error("move\n１\n".as_bytes()), @"2:1: expected the turn number, found `１`; column 1: U+FF11 (`１`, not `1`)");
    }
}
