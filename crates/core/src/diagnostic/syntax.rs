//! The error of all parsers, and helpers for nom.
#![allow(clippy::missing_errors_doc)] // the error of every parser is where and why it failed

use super::Diagnostic;
use super::text::{shortened, visible};
use nom::bytes::complete::take_while1;
use nom::character::complete::multispace0;
use nom::error::{ErrorKind, ParseError};
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// The bytes of the text that are wrong; empty if something is missing.
    pub span: Range<usize>,
    /// What was found, and what was expected.
    pub message: String,
    /// A hint, such as the nearest valid name.
    pub help: Option<String>,
}

impl SyntaxError {
    /// An error at these bytes, without a hint.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// The error with its span moved right by this many bytes.
    #[must_use]
    pub fn shifted(mut self, bytes: usize) -> Self {
        self.span = self.span.start + bytes..self.span.end + bytes;
        self
    }
}

/// Reads a number that has digits alone, without a sign.
#[must_use]
pub fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

impl From<SyntaxError> for Diagnostic {
    fn from(error: SyntaxError) -> Self {
        Self::error("syntax", error.message)
            .at(error.span)
            .with_help(error.help)
    }
}

/// The error inside parsers: its place is the rest of the input.
///
/// It does not copy the input, because a repeating parser makes and drops many of them.
#[derive(Debug)]
pub struct Fault<'a> {
    rest: &'a str,
    /// The number of wrong bytes; `None` for the next word.
    len: Option<usize>,
    message: Option<String>,
    help: Option<String>,
}

/// What a parser returns: the value and the rest of the input, or a [`Fault`].
pub type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

impl<'a> Fault<'a> {
    /// A fault at the first `len` bytes of `rest`.
    pub fn new(rest: &'a str, len: usize, message: impl Into<String>) -> Self {
        Self {
            rest,
            len: Some(len),
            message: Some(message.into()),
            help: None,
        }
    }

    /// A fault at the next word, up to the next blank.
    pub fn word(rest: &'a str, message: impl Into<String>) -> Self {
        Self {
            len: None,
            ..Self::new(rest, 0, message)
        }
    }

    /// A fault at the next character.
    pub fn letter(rest: &'a str, message: impl Into<String>) -> Self {
        Self::new(rest, rest.chars().next().map_or(0, char::len_utf8), message)
    }

    /// A fault between two places of the input.
    pub fn between(start: &'a str, end: &'a str, message: impl Into<String>) -> Self {
        Self::new(start, start.len() - end.len(), message)
    }

    /// The fault for a syntax error of a text at the beginning of `rest`.
    #[must_use]
    pub fn inside(rest: &'a str, error: SyntaxError) -> Self {
        let len = error.span.len();
        let rest = rest.get(error.span.start..).unwrap_or(rest);
        Self::new(rest, len, error.message).with_help(error.help)
    }

    /// With a hint; `None` removes it.
    #[must_use]
    pub fn with_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    /// The error in the text that the input is the end of.
    fn in_text(self, text: &str) -> SyntaxError {
        let start = text.len() - self.rest.len();
        let len = self.len.unwrap_or_else(|| next_word(self.rest).len());
        let message = self
            .message
            .unwrap_or_else(|| format!("did not expect {}", found(self.rest)));
        SyntaxError {
            span: start..start + len,
            message,
            help: self.help,
        }
    }

    /// As an error after which `alt` tries no other parser.
    pub fn fail<T>(self) -> Parsed<'a, T> {
        Err(nom::Err::Failure(self))
    }

    /// As an error after which `alt` tries the next parser.
    pub fn miss<T>(self) -> Parsed<'a, T> {
        Err(nom::Err::Error(self))
    }
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self {
            rest,
            len: None,
            message: None,
            help: None,
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Sets the message 'expected `what`, found …' for faults of `parser` without a message.
pub fn expect<'a, P>(
    what: &'static str,
    mut parser: P,
) -> impl FnMut(&'a str) -> Parsed<'a, P::Output>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    let name = move |mut fault: Fault<'a>| {
        if fault.message.is_none() {
            fault.message = Some(format!("expected {what}, found {}", found(fault.rest)));
        }
        fault
    };
    move |input| parser.parse(input).map_err(|error| error.map(name))
}

/// Runs a parser that must consume the whole text.
///
/// # Errors
///
/// The fault of the parser, or that text is left over.
pub fn whole<'a, P>(text: &'a str, mut parser: P) -> Result<P::Output, SyntaxError>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    let (rest, value) = beginning(text, 0, |input| parser.parse(input))?;
    if rest == text.len() {
        return Ok(value);
    }
    // The error points at the word, not at the blank before it.
    let word = text[rest..].trim_start();
    let message = format!("expected nothing more, found {}", found(word));
    Err(Fault::word(word, message).in_text(text))
}

/// Runs a parser at a place of a text. Returns the place after what it consumed, and its value.
///
/// # Errors
///
/// The fault of the parser.
pub(crate) fn beginning<'a, P>(
    text: &'a str,
    place: usize,
    mut parser: P,
) -> Result<(usize, P::Output), SyntaxError>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    match parser.parse(&text[place..]) {
        Ok((rest, value)) => Ok((text.len() - rest.len(), value)),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.in_text(text)),
        Err(nom::Err::Incomplete(_)) => {
            Err(Fault::new(&text[text.len()..], 0, "the text ends too soon").in_text(text))
        }
    }
}

/// Like [`whole`], with blanks and line ends around.
pub fn whole_padded<'a, P>(text: &'a str, parser: P) -> Result<P::Output, SyntaxError>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    whole(text, delimited(multispace0, parser, multispace0))
}

/// A decimal number up to `max` that is the whole next word. Without a next word it is a
/// miss, so that `opt` can allow a missing number; with another word it is a failure.
pub fn number<'a, N: FromStr + PartialOrd + Display>(
    what: &'static str,
    max: N,
) -> impl FnMut(&'a str) -> Parsed<'a, N> {
    move |input| {
        let (rest, word) = expect(what, take_while1(|c: char| !c.is_whitespace())).parse(input)?;
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Fault::word(input, format!("expected {what}, found {}", quoted(word))).fail();
        }
        match word.parse() {
            Ok(number) if number <= max => Ok((rest, number)),
            _ => Fault::word(
                input,
                format!("{what} is at most {max}, found {}", quoted(word)),
            )
            .fail(),
        }
    }
}

/// The value of this name, in either case, or an error with the nearest name.
///
/// # Errors
///
/// When no name is equal to the text.
pub fn named<T>(
    what: &str,
    text: &str,
    names: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, SyntaxError> {
    let equal = |&(name, _): &(&str, T)| name.eq_ignore_ascii_case(text);
    if let Some((_, value)) = names.clone().find(equal) {
        return Ok(value);
    }
    let all: Vec<_> = names.map(|(name, _)| name).collect();
    let found = match text.trim() {
        "" => "the end".to_owned(),
        _ => quoted(text),
    };
    Err(SyntaxError {
        span: 0..text.len(),
        message: format!("expected {what} ({}), found {found}", all.join(", ")),
        help: did_you_mean(text, all),
    })
}

/// A hint with the nearest valid name.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(word, names).map(|name| format!("did you mean `{name}`?"))
}

/// The text with each byte of a comment replaced by a blank, so that spans stay valid.
#[must_use]
pub fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let mut bare = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = line.find('#').unwrap_or(line.len());
        let end = line.trim_end_matches(['\r', '\n']).len().max(start);
        bare.push_str(&line[..start]);
        bare.extend(std::iter::repeat_n(' ', end - start));
        bare.push_str(&line[end..]);
    }
    Cow::Owned(bare)
}

/// A part of a text without the blanks around it, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The part.
    pub text: &'a str,
    /// Its first byte in the text.
    pub start: usize,
}

/// The parts of a text between separators.
pub fn fields(text: &str, separator: char) -> impl Iterator<Item = Field<'_>> {
    let mut start = 0;
    text.split(separator).map(move |text| {
        let field = Field { text, start }.trimmed();
        start += text.len() + separator.len_utf8();
        field
    })
}

impl Field<'_> {
    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Self {
            text: text.trim_end(),
            start: self.start + self.text.len() - text.len(),
        }
    }

    /// The first word, and what follows it.
    #[must_use]
    pub fn split_word(self) -> (Self, Self) {
        let (word, rest) = self.text.split_at(next_word(self.text).len());
        let rest = Field {
            text: rest,
            start: self.start + word.len(),
        };
        (Self { text: word, ..self }, rest.trimmed())
    }

    /// An error about the whole part.
    pub fn error(self, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(self.start..self.start + self.text.len(), message)
    }

    /// Reads the part.
    pub fn read<T: FromStr<Err = SyntaxError>>(self) -> Result<T, SyntaxError> {
        let read = self.text.parse();
        read.map_err(|error: SyntaxError| error.shifted(self.start))
    }
}

/// The text before the next blank.
pub fn next_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// The next word for a message: quoted, or 'the end'.
#[must_use]
pub fn found(rest: &str) -> String {
    match next_word(rest.trim_start()) {
        "" => "the end".to_owned(),
        word => quoted(word),
    }
}

/// Input in a message: in backquotes, shortened and made safe to show.
#[must_use]
pub fn quoted(text: &str) -> String {
    const READABLE: usize = 24;
    format!("`{}`", visible(&shortened(text, READABLE)))
}

/// The candidate nearest to a misspelt word; `None` if none is near.
///
/// The limit is a Damerau-Levenshtein distance (insertions, deletions, substitutions and
/// transpositions) of a third of the word's length, and at least 1. Of equally near
/// candidates the first is returned.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MAX_LENGTH: usize = 40; // longer than any misspelt name
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_names_are_found_and_other_words_are_not() {
        let names = ["block", "board", "clear", "seed"];
        assert_eq!(nearest("blok", names), Some("block"));
        assert_eq!(nearest("BOADR", names), Some("board"));
        assert_eq!(nearest("sede", names), Some("seed"));
        // At most one mistake in three letters.
        assert_eq!(nearest("boat", names), None);
        assert_eq!(nearest("bloakk", names), Some("block"));
        assert_eq!(nearest("quit", names), None);
        assert_eq!(nearest("", names), None);
        // Nothing in common.
        assert_eq!(nearest("x", ["a"]), None);
        let word = "x".repeat(41);
        assert_eq!(nearest(&word[1..], [&word[2..]]), Some(&word[2..]));
        assert_eq!(nearest(&word, [&word[2..]]), None);
    }
}
