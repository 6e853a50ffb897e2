//! What is said before `ready`.

use crate::session::MAX_MESSAGE;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A message of the guest or the host before `ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// A name that is too long for one line begins, or goes on, with these letters.
    Name(String),
    /// The guest wants to join the game with this name, or with one that ends so.
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

impl Greeting {
    /// The lines that ask for a game: one, unless its name is too long for it.
    pub fn request(id: &str) -> Vec<Self> {
        const LONGEST_PART: usize = MAX_MESSAGE - "join ".len();
        let mut parts: Vec<String> = id
            .as_bytes()
            .chunks(LONGEST_PART)
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect();
        let last = parts.pop().unwrap_or_default();
        let begun = parts.into_iter().map(Self::Name);
        begun.chain([Self::Join(last)]).collect()
    }
}

impl fmt::Display for Greeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(part) => write!(f, "name {part}"),
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
                let (word, id) = text.split_once(' ').ok_or(NoGreeting)?;
                let id = Some(id).filter(is_id).ok_or(NoGreeting)?.to_owned();
                match word {
                    "name" => Ok(Self::Name(id)),
                    "join" => Ok(Self::Join(id)),
                    _ => Err(NoGreeting),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Message;

    #[test]
    fn greetings_are_read_as_they_are_written() {
        for text in [
            "join tea",
            "join Tea_2",
            "name tea",
            "welcome",
            "unknown",
            "busy",
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
            "name",
            "names tea",
            "Welcome",
            "busy ",
            "ready",
        ] {
            assert_eq!(text.parse::<Greeting>(), Err(NoGreeting), "{text:?}");
        }
    }

    #[test]
    fn a_name_of_any_length_fits_in_lines() {
        for (length, lines) in [(1, 1), (59, 1), (60, 2), (118, 2), (1000, 17)] {
            let id = "x".repeat(length);
            let request = Greeting::request(&id);
            assert_eq!(request.len(), lines);
            let mut named = String::new();
            for (index, greeting) in request.iter().enumerate() {
                assert!(greeting.to_string().len() <= MAX_MESSAGE);
                match greeting {
                    Greeting::Name(part) => named += part,
                    Greeting::Join(part) => {
                        named += part;
                        assert_eq!(index + 1, lines);
                    }
                    _ => panic!("{greeting}"),
                }
            }
            assert_eq!(named, id);
        }
    }
}
