//! Operands that several commands take.

use super::Command;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, did_you_mean, found, next_word, whole};
use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::combinator::success;

/// Where a game can be joined, written `ID@HOST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The name of the game.
    pub id: String,
    /// The program that hosts it, `host` or `host:port`.
    pub host: String,
}

/// A command without an operand.
pub fn none(text: &str, command: Command) -> Result<Command, SyntaxError> {
    whole(text, success(command))
}

/// A colour, in either case.
pub fn color(input: &str) -> Parsed<'_, Color> {
    let word = next_word(input);
    let color = match word.to_ascii_lowercase().as_str() {
        "red" => Color::Red,
        "blue" => Color::Blue,
        _ => {
            return Fault::word(
                input,
                format!("expected red or blue, found {}", found(input)),
            )
            .with_help(did_you_mean(word, ["red", "blue"]))
            .miss();
        }
    };
    Ok((&input[word.len()..], color))
}

/// The words for the colours.
pub fn colors() -> Vec<String> {
    Color::BOTH.map(|color| color.name().to_owned()).to_vec()
}

/// The name of a game: letters, digits and underscores.
pub fn identifier(input: &str) -> Parsed<'_, String> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_')
        .map(str::to_owned)
        .parse(input)
}
