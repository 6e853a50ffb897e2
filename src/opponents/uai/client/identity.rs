//! What an engine says of itself when it starts.

use crate::opponents::uai::{EngineOption, Reply};

/// What an engine says of itself when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name; empty when it tells none.
    pub name: String,
    /// Who wrote it; empty when it does not tell.
    pub author: String,
    /// What can be set, in its order.
    pub options: Vec<EngineOption>,
    /// The lines that announce an option and cannot be read as one, with what is wrong.
    pub unreadable: Vec<(String, String)>,
}

impl Identity {
    /// Takes a line of the handshake; says whether it is one that belongs there.
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
