//! Squares by name: a file from a to g and a rank from 1 to 7.

use crate::board::Square;
use crate::diagnostic::syntax::{Fault, Parsed, SyntaxError, quoted, whole};
use std::fmt;
use std::str::FromStr;

/// A square's name, in either case.
///
/// Two letters or digits that are no square's name are blamed by themselves, so
/// that the message can say which half of the name is wrong.
pub(crate) fn square(input: &str) -> Parsed<'_, Square> {
    let name_len: usize = input
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .take(2)
        .map(char::len_utf8)
        .sum();
    let (name, rest) = input.split_at(name_len);
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    let (file, rank) = (letters.next(), letters.next());
    let file_index = file
        .filter(char::is_ascii_lowercase)
        .map(|c| c as u8 - b'a');
    let rank_index = rank
        .filter(char::is_ascii_digit)
        .and_then(|c| (c as u8 - b'0').checked_sub(1));
    if let (Some(file), Some(rank)) = (file_index, rank_index)
        && let Some(square) = Square::new(file, rank)
    {
        return Ok((rest, square));
    }
    let fault = match (file, rank) {
        (Some('a'..='g'), Some('0'..='9')) => Fault::new(
            input,
            name_len,
            format!("{} is not a square: ranks run from 1 to 7", quoted(name)),
        ),
        (Some('a'..='z'), Some('0'..='9')) => Fault::new(
            input,
            name_len,
            format!("{} is not a square: files run from a to g", quoted(name)),
        ),
        (None, _) => Fault::letter(input, "expected a square, a1 to g7"),
        _ => Fault::new(
            input,
            name_len,
            format!(
                "{} is not a square: expected a file a to g and a rank 1 to 7",
                quoted(name)
            ),
        ),
    };
    fault.miss()
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}

impl FromStr for Square {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, square)
    }
}
