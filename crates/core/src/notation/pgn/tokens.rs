//! Splits a file in the form of PGN into tags, words and comments.

use crate::diagnostic::SyntaxError;
use std::ops::Range;

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// `[Name "value"]`: the name, and the place of the value, which may have backslashes.
    Tag(String, Range<usize>),
    /// A word: a move, a result, the number of a turn.
    Word,
    /// The text between braces.
    Comment,
}

/// The characters besides blanks that end a word.
const ENDS: [char; 6] = ['{', '}', '(', ')', ';', '['];

/// The places where games begin, as far as their tags show it: a tag after something other than
/// tags, a second `Event`, or a repeated tag after an empty line. So a truncated game does not hide
/// the next one.
pub(super) fn beginnings(text: &str) -> Vec<usize> {
    let mut beginnings = vec![0];
    let mut names = Vec::new();
    let (mut is_in_tags, mut is_after_blank) = (true, false);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        if let Some(name) = tag_name(line) {
            let is_again = names.contains(&name) && (is_after_blank || name == "Event");
            if !is_in_tags || is_again {
                beginnings.push(at);
                names.clear();
            }
            names.push(name);
            is_in_tags = true;
        } else if !is_blank && !line.starts_with('%') {
            is_in_tags = line.trim_start().starts_with('[');
        }
        is_after_blank = is_blank;
        at += line.len();
    }
    beginnings
}

/// The name of the tag that a line begins with.
fn tag_name(line: &str) -> Option<&str> {
    let line =
        line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (name, value) = line.strip_prefix('[')?.split_once([' ', '\t'])?;
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_value = value.trim_start().starts_with('"') && value.trim_end().ends_with(']');
    (is_name && is_value).then_some(name)
}

/// The parts of a text from a place on, each with its place, up to the first error. Text in
/// parentheses (variations), from a `;` to the end of its line and in a line that begins with
/// `%` is left out.
pub(super) fn parts(text: &str, from: usize) -> (Vec<PlacedPart>, Option<SyntaxError>) {
    let mut parts = Vec::new();
    let error = read_parts(text, from, &mut parts).err();
    (parts, error)
}

/// A part and its place in the text.
pub(super) type PlacedPart = (Part, Range<usize>);

fn read_parts(text: &str, from: usize, parts: &mut Vec<PlacedPart>) -> Result<(), SyntaxError> {
    let mut at = from;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_first = at == 0 || text[..at].ends_with('\n');
        let length = match next {
            next if next.is_whitespace() || next == '\u{feff}' => next.len_utf8(),
            ';' => line_length(rest),
            '%' if is_first => line_length(rest),
            '[' => {
                let length = line_length(rest);
                let (part, place) = tag(rest[..length].trim_end(), at)?;
                parts.push((part, place));
                length
            }
            '{' => {
                let length = enclosed(rest, at, '}')?;
                parts.push((Part::Comment, at + 1..at + length - 1));
                length
            }
            '(' => variation_length(text, at)?,
            '}' | ')' => {
                let message = format!("`{next}` closes nothing");
                return Err(SyntaxError::new(at..at + 1, message));
            }
            _ => {
                let is_end = |letter: char| letter.is_whitespace() || ENDS.contains(&letter);
                let length = rest.find(is_end).unwrap_or(rest.len());
                parts.push((Part::Word, at..at + length));
                length
            }
        };
        at += length;
    }
    Ok(())
}

/// The number of bytes up to the end of the line.
fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// The number of bytes up to and including this character.
fn enclosed(rest: &str, at: usize, end: char) -> Result<usize, SyntaxError> {
    let found = rest.find(end).map(|length| length + end.len_utf8());
    found.ok_or_else(|| {
        let opened = rest.chars().next().unwrap_or_default();
        SyntaxError::new(at..at + 1, format!("`{opened}` without `{end}`"))
    })
}

/// The number of bytes of a variation with its parentheses.
fn variation_length(text: &str, at: usize) -> Result<usize, SyntaxError> {
    let rest = &text[at..];
    let mut depth = 0_usize;
    let mut place = 0;
    while let Some(next) = rest[place..].chars().next() {
        place += match next {
            '{' => enclosed(&rest[place..], at + place, '}')?,
            ';' => line_length(&rest[place..]),
            next => next.len_utf8(),
        };
        match next {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(place);
        }
    }
    Err(SyntaxError::new(at..at + 1, "`(` without `)`"))
}

/// A tag, without blanks after it.
fn tag(line: &str, at: usize) -> Result<(Part, Range<usize>), SyntaxError> {
    let place = at..at + line.len();
    let wrong = || SyntaxError::new(place.clone(), "expected a tag, such as `[Black \"name\"]`");
    let inner = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'))
        .map(str::trim_end);
    let (name, value) = inner
        .and_then(|inner| inner.trim_start().split_once(char::is_whitespace))
        .ok_or_else(wrong)?;
    // Cuteataxx writes quotation marks in names as they are.
    let quoted = value
        .trim_start()
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let quoted = quoted.ok_or_else(wrong)?;
    let end = at + inner.map_or(0, str::len);
    let value_place = end - quoted.len()..end;
    Ok((Part::Tag(name.to_owned(), value_place), place))
}

/// The characters of a value as it is written, each with its place there, without the backslashes
/// before quotation marks and backslashes.
pub(super) fn unescaped(value: &str) -> impl Iterator<Item = (usize, char)> {
    let mut letters = value.char_indices().peekable();
    std::iter::from_fn(move || {
        let (at, letter) = letters.next()?;
        let escaped = letters.next_if(|&(_, next)| letter == '\\' && matches!(next, '\\' | '"'));
        Some((at, escaped.map_or(letter, |(_, next)| next)))
    })
}

/// Where in a value as it is written a byte of the unescaped value stands.
pub(super) fn place_as_written(written: &str, index: usize) -> usize {
    let mut before = 0;
    for (at, letter) in unescaped(written) {
        if before >= index {
            return at;
        }
        before += letter.len_utf8();
    }
    written.len()
}
