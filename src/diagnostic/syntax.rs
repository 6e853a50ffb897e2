//! What the parsers share: the error with its place, and helpers for nom.

use super::{Diagnostic, nearest};
use nom::bytes::complete::take_while1;
use nom::character::complete::multispace0;
use nom::error::{ErrorKind, ParseError};
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::ops::Range;
use thiserror::Error;

/// A text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// The bytes of the text that are to blame; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
    /// The nearest right thing, where one is near.
    pub help: Option<String>,
}

impl From<SyntaxError> for Diagnostic {
    fn from(error: SyntaxError) -> Self {
        Self::error("syntax", error.message)
            .at(error.span)
            .with_help(error.help)
    }
}

/// The error of a parser at work: its place is what was left of the input there.
///
/// Making one costs nothing that grows with the input, because a parser that
/// repeats another makes and drops many of them.
#[derive(Debug)]
pub(crate) struct Fault<'a> {
    rest: &'a str,
    /// How many bytes are to blame; `None` stands for the next word.
    len: Option<usize>,
    message: Option<String>,
    help: Option<String>,
}

pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

impl<'a> Fault<'a> {
    /// A fault that blames the first `len` bytes of `rest`.
    pub(crate) fn new(rest: &'a str, len: usize, message: impl Into<String>) -> Self {
        Self {
            rest,
            len: Some(len),
            message: Some(message.into()),
            help: None,
        }
    }

    /// A fault that blames the next word: what stands up to the next blank.
    pub(crate) fn word(rest: &'a str, message: impl Into<String>) -> Self {
        Self {
            len: None,
            ..Self::new(rest, 0, message)
        }
    }

    /// A fault that blames the next character.
    pub(crate) fn letter(rest: &'a str, message: impl Into<String>) -> Self {
        Self::new(rest, rest.chars().next().map_or(0, char::len_utf8), message)
    }

    /// A fault that blames what lies between two places of the input.
    pub(crate) fn between(start: &'a str, end: &'a str, message: impl Into<String>) -> Self {
        Self::new(start, start.len() - end.len(), message)
    }

    /// The error about a text that stands at the beginning of `rest`.
    pub(crate) fn inside(rest: &'a str, error: SyntaxError) -> Self {
        let len = error.span.len();
        let rest = rest.get(error.span.start..).unwrap_or(rest);
        Self::new(rest, len, error.message).with_help(error.help)
    }

    pub(crate) fn with_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    /// As an error that no other parser of an `alt` is tried after.
    pub(crate) fn fail<T>(self) -> Parsed<'a, T> {
        Err(nom::Err::Failure(self))
    }

    /// As an error that lets other parsers of an `alt` have a try.
    pub(crate) fn miss<T>(self) -> Parsed<'a, T> {
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

/// Gives the faults of `parser` that have no words of their own the message
/// 'expected `what`, found …'.
pub(crate) fn expect<'a, P>(
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

/// Runs a parser that must use up the whole text.
///
/// # Errors
///
/// The fault of the parser, or what is left over when it is done.
pub(crate) fn whole<'a, P>(text: &'a str, mut parser: P) -> Result<P::Output, SyntaxError>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    let fault = match parser.parse(text) {
        Ok(("", value)) => return Ok(value),
        Ok((rest, _)) => {
            // What is too much is a word, and not the blank before it.
            let word = rest.trim_start();
            Fault::word(
                word,
                format!("expected nothing more, found {}", found(word)),
            )
        }
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
        Err(nom::Err::Incomplete(_)) => {
            Fault::new(&text[text.len()..], 0, "the text ends too soon")
        }
    };
    let start = text.len() - fault.rest.len();
    let len = fault.len.unwrap_or_else(|| next_word(fault.rest).len());
    let message = fault
        .message
        .unwrap_or_else(|| format!("did not expect {}", found(fault.rest)));
    Err(SyntaxError {
        span: start..start + len,
        message,
        help: fault.help,
    })
}

/// As [`whole`], with blanks and line ends around.
pub(crate) fn whole_padded<'a, P>(text: &'a str, parser: P) -> Result<P::Output, SyntaxError>
where
    P: Parser<&'a str, Error = Fault<'a>>,
{
    whole(text, delimited(multispace0, parser, multispace0))
}

/// A decimal number up to `max`, filling the next word. It is a miss where there
/// is no next word, so that an `opt` around it can stand for a missing number,
/// and a failure where the next word is something else.
pub(crate) fn number<'a>(what: &'static str, max: u32) -> impl FnMut(&'a str) -> Parsed<'a, u32> {
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
pub(crate) fn named<T>(
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

/// The nearest of the right words, as help.
pub(crate) fn did_you_mean<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    nearest(word, names).map(|name| format!("did you mean `{name}`?"))
}

/// The text with comments blanked out, byte for byte, so that places stay what
/// they are.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
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

/// What stands before the next blank.
pub(crate) fn next_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// The next word for a message: quoted, or 'the end' where there is none.
pub(crate) fn found(rest: &str) -> String {
    match next_word(rest.trim_start()) {
        "" => "the end".to_owned(),
        word => quoted(word),
    }
}

/// A piece of input for a message: between backquotes, cut to a readable length,
/// control characters shown as `�`.
pub(crate) fn quoted(text: &str) -> String {
    const READABLE: usize = 24;
    let mut shown: String = text
        .chars()
        .take(READABLE)
        .map(|c| {
            if c.is_control() {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect();
    if text.chars().nth(READABLE).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
