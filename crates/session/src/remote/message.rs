//! The messages of remote play.

use crate::parse::looks_like_move;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::next_word;
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, map_res, rest, value};
use nom::error::Error;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The limit on the length of a message in bytes, without the line end.
pub const MAX_MESSAGE: usize = 64;

/// A message between two programs that play against each other.
///
/// It is a line of ASCII in lower case, with a single blank before an operand and none
/// elsewhere.
///
/// ```
/// use ataxx_session::Message;
///
/// let message: Message = "blocks 3gh".parse().expect("it is one");
/// assert_eq!(message.to_string(), "blocks 3gh");
/// assert!("blocks  3gh".parse::<Message>().is_err());
/// assert!("Ready".parse::<Message>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// The client is ready to be set up.
    Ready,
    /// The colour of the client.
    Color(Color),
    /// Blocks on the squares with these letters and their reflections.
    Blocks(BlockLetters),
    /// The game begins.
    Start,
    /// The sender leaves: in a game it resigns, after the end it confirms the last move.
    Stop,
    /// A move of the side to move.
    Move(BerkeleyMove),
}

/// A line that is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadMessage {
    /// It is longer than [`MAX_MESSAGE`].
    #[error("a line of more than {MAX_MESSAGE} bytes")]
    TooLong,
    /// It is meant as a move, and is none.
    #[error("a misspelt move")]
    MisspeltMove,
    /// It is not a message.
    #[error("a line that is no message")]
    Unknown,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready"),
            Self::Color(Color::Red) => f.write_str("color red"),
            Self::Color(Color::Blue) => f.write_str("color blue"),
            Self::Blocks(letters) => write!(f, "blocks {letters}"),
            Self::Start => f.write_str("start"),
            Self::Stop => f.write_str("stop"),
            Self::Move(mv) => write!(f, "{mv}"),
        }
    }
}

impl FromStr for Message {
    type Err = BadMessage;

    fn from_str(text: &str) -> Result<Self, BadMessage> {
        if text.len() > MAX_MESSAGE {
            return Err(BadMessage::TooLong);
        }
        // Operands are read in either case elsewhere.
        let is_written_right =
            text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_uppercase());
        match message(text) {
            Ok((_, message)) if is_written_right => Ok(message),
            _ if looks_like_move(next_word(text.trim_start())) => Err(BadMessage::MisspeltMove),
            _ => Err(BadMessage::Unknown),
        }
    }
}

fn message(input: &str) -> IResult<&str, Message, Error<&str>> {
    all_consuming(alt((
        value(Message::Ready, tag("ready")),
        value(Message::Color(Color::Red), tag("color red")),
        value(Message::Color(Color::Blue), tag("color blue")),
        value(Message::Start, tag("start")),
        value(Message::Stop, tag("stop")),
        preceded(
            tag("blocks "),
            map_res(rest, BlockLetters::from_str).map(Message::Blocks),
        ),
        map_res(rest, BerkeleyMove::from_str).map(Message::Move),
    )))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Message, BadMessage> {
        text.parse()
    }

    #[test]
    fn every_message_is_read_as_it_is_written() {
        for text in [
            "ready",
            "color red",
            "color blue",
            "blocks 3gh",
            "blocks 123456abcdefgh",
            "start",
            "stop",
            "a7-b7",
            "-",
        ] {
            let message = read(text).expect(text);
            assert_eq!(message.to_string(), text);
        }
        assert_eq!(
            read("blocks hg3h").map(|message| message.to_string()),
            Ok("blocks 3gh".to_owned())
        );
    }

    #[test]
    fn nothing_else_is_one() {
        for text in [
            "",
            " ready",
            "ready ",
            "ready\r",
            "Ready",
            "color",
            "color  red",
            "color green",
            "color red ",
            "colour red",
            "blocks",
            "blocks ",
            "blocks  3",
            "blocks 3 ",
            "blocks 7",
            "blocks 3G",
            "pass",
            "clear",
            "quit",
            "welcome",
            "# comment",
            "\0",
        ] {
            assert_eq!(read(text), Err(BadMessage::Unknown), "{text:?}");
        }
        for text in [
            "A7-b7",
            "a7-b7 ",
            " a7-b7",
            "a7 -b7",
            "a7  b7",
            "a7-h7",
            "a0-a1",
            "a7b7",
            "a7-",
            "--",
            "- ",
            "a7\u{2010}b7",
        ] {
            assert_eq!(read(text), Err(BadMessage::MisspeltMove), "{text:?}");
        }
        let long = "blocks ".to_owned() + &"a".repeat(57);
        assert!(read(&long).is_ok());
        assert_eq!(read(&(long + "a")), Err(BadMessage::TooLong));
    }

    proptest! {
        #[test]
        fn any_text_is_a_message_or_not(text in "(ready|color|blocks|start|stop|[a-h][0-8]|[- ]|\\PC){0,9}") {
            if let Ok(message) = read(&text) {
                prop_assert_eq!(message.to_string().parse(), Ok(message));
            }
        }
    }
}
