//! What is said before `ready`.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{all_consuming, value};
use nom::error::Error;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What guest and host say before `ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// The guest wants to join the game with this name.
    Join(String),
    /// The host has this game, and it is the guest's.
    Welcome,
    /// The host does not have this game. It does not say which it has.
    Unknown,
    /// Somebody else has joined the game.
    Busy,
}

/// A line that is no greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a greeting")]
pub struct NoGreeting;

impl fmt::Display for Greeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join(id) => write!(f, "join {id}"),
            Self::Welcome => f.write_str("welcome"),
            Self::Unknown => f.write_str("unknown"),
            Self::Busy => f.write_str("busy"),
        }
    }
}

impl FromStr for Greeting {
    type Err = NoGreeting;

    fn from_str(text: &str) -> Result<Self, NoGreeting> {
        let (_, greeting) = greeting(text).map_err(|_| NoGreeting)?;
        Ok(greeting)
    }
}

fn greeting(input: &str) -> IResult<&str, Greeting, Error<&str>> {
    let id = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    all_consuming(alt((
        preceded(tag("join "), id).map(|id: &str| Greeting::Join(id.to_owned())),
        value(Greeting::Welcome, tag("welcome")),
        value(Greeting::Unknown, tag("unknown")),
        value(Greeting::Busy, tag("busy")),
    )))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{MAX_ID, MAX_MESSAGE, Message};

    #[test]
    fn greetings_are_read_as_they_are_written() {
        let longest = format!("join {}", "x".repeat(MAX_ID));
        assert!(longest.len() <= MAX_MESSAGE);
        for text in [
            "join tea",
            "join Tea_2",
            "welcome",
            "unknown",
            "busy",
            &longest,
        ] {
            let greeting: Greeting = text.parse().expect(text);
            assert_eq!(greeting.to_string(), text);
            // So that nobody takes one for the other.
            assert!(text.parse::<Message>().is_err());
        }
        for text in [
            "",
            "join",
            "join ",
            "join  tea",
            "join a-b",
            "Welcome",
            "busy ",
            "ready",
        ] {
            assert_eq!(text.parse::<Greeting>(), Err(NoGreeting), "{text:?}");
        }
    }
}
