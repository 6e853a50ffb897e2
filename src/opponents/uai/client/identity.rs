//! What an engine declares in the handshake.

use crate::opponents::uai::{EngineOption, Reply};

/// What an engine declares in the handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name; may be empty.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Its options, in order.
    pub options: Vec<EngineOption>,
    /// The lines of options that cannot be read, with what is wrong.
    pub unreadable: Vec<(String, String)>,
}

impl Identity {
    /// Reads a line of the handshake. Returns whether it belongs there.
    pub(super) fn take(&mut self, line: &str) -> bool {
        match Reply::read(line) {
            Reply::Name(name) => name.clone_into(&mut self.name),
            Reply::Author(author) => author.clone_into(&mut self.author),
            Reply::Option(option) => match EngineOption::read(option) {
                Ok(option) => self.options.push(option),
                Err(error) => self.unreadable.push((line.trim().to_owned(), error)),
            },
            _ => return false,
        }
        true
    }

    /// The option of this name, in either case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_of_itself() {
        let mut identity = Identity::default();
        for line in [
            " id name  My Engine 2 ",
            "id author A. N. Other",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name",
        ] {
            assert!(identity.take(line), "{line}");
        }
        for line in ["hello", "identity", "id", "id names x", "optional", ""] {
            assert!(!identity.take(line), "{line}");
        }
        assert_eq!(identity.name, "My Engine 2");
        assert_eq!(identity.author, "A. N. Other");
        assert!(identity.option("hASH").is_some());
        assert!(identity.option("Has").is_none());
        assert_eq!(identity.unreadable.len(), 1);
    }
}
