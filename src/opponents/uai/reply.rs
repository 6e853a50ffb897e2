//! The answers of an engine.

use super::command::Handshake;
use std::fmt;

/// An answer of an engine, with the text after its first words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `id name`.
    Name(&'a str),
    /// `id author`.
    Author(&'a str),
    /// `option`; [`EngineOption`](super::EngineOption) reads the rest.
    Option(&'a str),
    /// `uaiok`, `ugiok`: the end of the handshake.
    Hello(Handshake),
    /// `readyok`.
    Ready,
    /// `info`; [`Info`](super::Info) reads the line.
    Info,
    /// `bestmove`: the word after it, empty where there is none.
    BestMove(&'a str),
    /// Anything else.
    Other,
}

impl<'a> Reply<'a> {
    /// Reads a line. Blanks around it are ignored.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        match line {
            "uaiok" => return Self::Hello(Handshake::Uai),
            "ugiok" => return Self::Hello(Handshake::Ugi),
            "readyok" => return Self::Ready,
            _ => {}
        }
        if let Some(name) = after(line, &["id", "name"]) {
            Self::Name(name)
        } else if let Some(author) = after(line, &["id", "author"]) {
            Self::Author(author)
        } else if let Some(option) = after(line, &["option"]) {
            Self::Option(option)
        } else if let Some(rest) = after(line, &["bestmove"]) {
            Self::BestMove(rest.split_whitespace().next().unwrap_or_default())
        } else if after(line, &["info"]).is_some() {
            Self::Info
        } else {
            Self::Other
        }
    }
}

impl fmt::Display for Reply<'_> {
    /// As an engine sends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "option {option}"),
            Self::Hello(Handshake::Uai) => f.write_str("uaiok"),
            Self::Hello(Handshake::Ugi) => f.write_str("ugiok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info => f.write_str("info"),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Other => Ok(()),
        }
    }
}

/// The text of a line after these words.
fn after<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().try_fold(line, |rest, word| {
        let rest = rest.strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for line in [
            "id name My Engine 2",
            "id author A. N. Other",
            "option name Hash type spin",
            "uaiok",
            "ugiok",
            "readyok",
            "info",
            "bestmove b7",
        ] {
            assert_eq!(Reply::read(line).to_string(), line);
        }
        assert_eq!(
            Reply::read(" bestmove\ta1a3 ponder b7 "),
            Reply::BestMove("a1a3")
        );
        assert_eq!(Reply::read("bestmove"), Reply::BestMove(""));
        assert_eq!(Reply::read("info depth 5"), Reply::Info);
        for line in [
            "hello",
            "identity",
            "id",
            "id names x",
            "optional",
            "",
            "uaiok now",
        ] {
            assert_eq!(Reply::read(line), Reply::Other, "{line}");
        }
    }
}
