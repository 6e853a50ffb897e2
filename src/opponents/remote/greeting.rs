//! What is said before `ready`.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A message of the guest or the host before `ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// The guest wants to join the game with this name.
    Join(String),
    /// The host has this game, and the guest can join it.
    Welcome,
    /// The host does not have this game. It does not name the games it has.
    Unknown,
    /// Another guest has joined the game.
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
        let is_id = |text: &&str| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        match text {
            "welcome" => Ok(Self::Welcome),
            "unknown" => Ok(Self::Unknown),
            "busy" => Ok(Self::Busy),
            _ => {
                let id = text.strip_prefix("join ").filter(is_id).ok_or(NoGreeting)?;
                Ok(Self::Join(id.to_owned()))
            }
        }
    }
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
