//! What an engine declares in the handshake.

use crate::opponents::uai::{Command, EngineOption, OptionError, Reply};
use ataxx_core::diagnostic::nearest;

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
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The command that sets an option.
    pub(super) fn set_option(
        &self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Command, OptionError> {
        let Some(option) = self.option(name.trim()) else {
            let names = self.options.iter().map(|option| option.name.as_str());
            return Err(OptionError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, names).map(str::to_owned),
            });
        };
        Ok(Command::SetOption {
            name: option.name.clone(),
            value: option.check(value)?.unwrap_or_default(),
        })
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

    fn ordered(name: &str, value: Option<&str>) -> String {
        let mut identity = Identity::default();
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Free type spin",
            "option name Ponder type check default false",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name Clear Hash type button",
            "option name Log File type string default <empty>",
        ] {
            assert!(identity.take(line), "{line}");
        }
        match identity.set_option(name, value) {
            Ok(command) => command.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn orders_are_checked_before_they_are_given() {
        let orders = [
            ordered("hash", Some(" 64 ")),
            ordered("Free", Some("-3")),
            ordered("ponder", Some("TRUE")),
            ordered("Style", Some("very risky")),
            ordered("clear hash", None),
            ordered("Log File", Some("a b.txt")),
            ordered("Log File", Some("")),
            ordered("Hash", Some("0")),
            ordered("Hash", Some("1025")),
            ordered("Hash", Some("x")),
            ordered("Hash", None),
            ordered("Ponder", Some("yes")),
            ordered("Style", Some("Risky")),
            ordered("Clear Hash", Some("now")),
            ordered("Log File", Some("a\nquit")),
            ordered("Hush", Some("1")),
            ordered("Contempt", Some("1")),
        ];
        insta::assert_snapshot!(orders.join("\n"), @"
        setoption name Hash value 64
        setoption name Free value -3
        setoption name Ponder value true
        setoption name Style value Very Risky
        setoption name Clear Hash
        setoption name Log File value a b.txt
        setoption name Log File value <empty>
        error: option `Hash` takes a whole number from 1 to 1024, not `0`
        error: option `Hash` takes a whole number from 1 to 1024, not `1025`
        error: option `Hash` takes a whole number from 1 to 1024, not `x`
        error: option `Hash` takes a whole number from 1 to 1024, and no value is given
        error: option `Ponder` takes `true` or `false`, not `yes`
        error: option `Style` takes one of `Solid`, `Very Risky`, not `Risky`
        error: option `Clear Hash` takes no value, not `now`
        error: option `Log File` takes a text of one line, not `a
        quit`
        error: the engine has no option `Hush`; did you mean `Hash`?
        error: the engine has no option `Contempt`
        ");
    }
}
