//! The name of an agent.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What an agent answers to `identify`: 1 to 80 printable ASCII characters, not all of
/// them blanks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentName(String);

/// Why a text is no name of an agent, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadName(String);

impl AgentName {
    /// How many characters a name has at most.
    pub const LONGEST: usize = 80;

    /// The name of this program.
    pub fn ours() -> Self {
        Self(format!("ataxx {}", env!("CARGO_PKG_VERSION")))
    }

    /// The name as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for AgentName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let mut letters = text.chars().enumerate();
        let stranger = letters.find(|(_, letter)| !matches!(letter, ' '..='~'));
        let (most, length) = (Self::LONGEST, text.len());
        Err(BadName(if let Some((index, letter)) = stranger {
            format!(
                "a name has printable ASCII characters alone, and the character {} is {letter:?}",
                index + 1
            )
        } else if text.trim().is_empty() {
            "a name is not empty".to_owned()
        } else if length > most {
            format!("a name has at most {most} characters, and this one has {length}")
        } else {
            return Ok(Self(text.to_owned()));
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_eighty_printable_characters() {
        for text in [
            "x",
            "The Four-Leaf Clover",
            "~ http://example.org/",
            &"y".repeat(80),
        ] {
            assert_eq!(text.parse::<AgentName>().expect(text).as_str(), text);
        }
        let ours = AgentName::ours();
        assert_eq!(ours.as_str().parse(), Ok(ours));
    }

    #[test]
    fn what_is_no_name() {
        let refused = |text: &str| text.parse::<AgentName>().expect_err(text).to_string();
        assert_eq!(refused(""), "a name is not empty");
        assert_eq!(refused("   "), "a name is not empty");
        assert_eq!(
            refused(&"x".repeat(81)),
            "a name has at most 80 characters, and this one has 81"
        );
        assert_eq!(
            refused("a\tb"),
            "a name has printable ASCII characters alone, and the character 2 is '\\t'"
        );
        assert_eq!(
            refused("Żółw"),
            "a name has printable ASCII characters alone, and the character 1 is 'Ż'"
        );
    }
}
