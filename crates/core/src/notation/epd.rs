//! A line of a file of positions: a position and the operations of EPD behind it.
//!
//! ```text
//! x5o/7/7/7/7/7/o5x x hmvc 3; fmvn 7; c0 "a remark"; id "first"; # a comment
//! x5o/7/7/7/7/7/o5x x 3 7; id second
//! ```

use super::detect::position_as_read;
use super::dump::ReadPosition;
use crate::board::ranks;
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{digits, nearest, quoted};
use std::num::NonZeroU32;
use std::ops::Range;

/// A line with a position in any notation, and operations. Of these, `hmvc` (the count of
/// consecutive jumps), `fmvn` (the turn number) and `id` are used; others, such as `bm a1-a2` and
/// the figures of perft as `D4`, are skipped.
///
/// ```
/// use ataxx_core::notation::PositionLine;
///
/// let line = PositionLine::of("x5o/7/7/7/7/7/o5x x hmvc 3; id \"first\";").expect("not blank");
/// assert_eq!(line.id(), Some("first"));
/// let read = line.position().expect("a position");
/// assert_eq!(read.position.to_string(), "x5o/7/7/7/7/7/o5x x 3 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine<'a> {
    /// The beginning of the line.
    position: &'a str,
    operations: Vec<Operation<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Operation<'a> {
    /// Its place in the line, with the blanks before it.
    span: Range<usize>,
    name: &'a str,
    operand: &'a str,
}

impl<'a> PositionLine<'a> {
    /// The parts of a line; `None` if there is only a comment.
    #[must_use]
    pub fn of(line: &'a str) -> Option<Self> {
        let mut end = line.find([';', '#']).unwrap_or(line.len());
        if line[..end].trim().is_empty() && !line[end..].starts_with(';') {
            return None;
        }
        // The first operation of EPD follows the side to move without a semicolon.
        let is_ended = line[end..].starts_with(';');
        let mut place = 0;
        let mut words = 0;
        for word in line[..end].split_inclusive(char::is_whitespace) {
            let name = word.trim_end();
            if words > 0 && is_known(name) || words > 1 && is_ended && is_long_name(name) {
                end = place;
                break;
            }
            words += usize::from(!name.is_empty());
            place += word.len();
        }
        let mut operations = Vec::new();
        let mut start = end;
        while start < line.len() && !line[start..].starts_with('#') {
            start += usize::from(line[start..].starts_with(';'));
            let text = &line[start..start + operation_length(&line[start..])];
            let bare = text.trim();
            if !bare.is_empty() {
                let (name, operand) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
                operations.push(Operation {
                    span: start..start + text.trim_end().len(),
                    name,
                    operand: operand.trim(),
                });
            }
            start += text.len();
        }
        Some(Self {
            position: &line[..end],
            operations,
        })
    }

    /// The name of the position, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&'a str> {
        let named = self.operations.iter().find(|one| one.name == "id");
        let name = named?.operand;
        let inner = name
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        Some(inner.unwrap_or(name)).filter(|name| !name.is_empty())
    }

    /// The position.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or an operation is unknown or has a wrong operand.
    pub fn position(&self) -> Result<ReadPosition, SyntaxError> {
        let mut read = position_as_read(self.position)?;
        for operation in &self.operations {
            let wrong = |message: String| SyntaxError::new(operation.span.clone(), message);
            let number = |what| {
                wrong(format!(
                    "expected {what}, found {}",
                    quoted(operation.operand)
                ))
            };
            let position = read.position;
            match operation.name {
                "hmvc" => {
                    let jumps = digits(operation.operand);
                    let jumps = jumps.ok_or_else(|| number("the count of consecutive jumps"))?;
                    read.position = position.with_jumps(jumps);
                }
                "fmvn" => {
                    let turn = digits(operation.operand).map(NonZeroU32::get);
                    let turn = turn.filter(|&turn| turn <= ranks::LAST_TURN);
                    let turn = turn.ok_or_else(|| number("the turn number"))?;
                    read.position = position.with_plies(ranks::plies(turn, position.turn()));
                }
                "id" if operation.operand.is_empty() => {
                    return Err(wrong("`id` without a name".to_owned()));
                }
                name if !is_name(name) => {
                    let found = quoted(name);
                    let message = format!("expected an operation such as `id`, found {found}");
                    return Err(wrong(message));
                }
                // Skipped, these would be missed.
                name if !is_known(name) => {
                    if let Some(meant) = nearest(name, ["hmvc", "fmvn"]) {
                        let message = format!("unknown operation {}", quoted(name));
                        return Err(SyntaxError {
                            help: Some(format!("did you mean `{meant}`?")),
                            ..wrong(message)
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(read)
    }
}

/// The names of the operations of EPD, without those of ten remarks, variables and perft depths.
const NAMES: [&str; 26] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "ann",
];

/// Whether this can be the name of an operation.
fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_part)
}

/// Whether this can be the name of an operation, but not a word of a position.
fn is_long_name(name: &str) -> bool {
    let is_square = |byte: u8| b"rbxo".contains(&byte.to_ascii_lowercase());
    name.len() > 1 && is_name(name) && !name.bytes().all(is_square)
}

fn is_known(name: &str) -> bool {
    let is_numbered = name.strip_prefix(['c', 'v', 'D']).is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_numbered || NAMES.contains(&name)
}

/// The length of an operation up to its `;` or a comment. Inside quotation marks neither ends it.
fn operation_length(text: &str) -> usize {
    let mut is_quoted = false;
    let ends = |letter: char| {
        is_quoted ^= letter == '"';
        !is_quoted && (letter == ';' || letter == '#')
    };
    // An unclosed quotation mark quotes nothing.
    let unquoted = || {
        text.find([';', '#'])
            .filter(|_| text.matches('"').count() % 2 == 1)
    };
    let end = text.find(ends).or_else(unquoted);
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        let Some(parts) = PositionLine::of(line) else {
            return "nothing".to_owned();
        };
        match parts.position() {
            Ok(read) => format!("{} id {:?}", read.position, parts.id().unwrap_or("-")),
            Err(error) => format!("{:?}: {}", &line[error.span], error.message),
        }
    }

    #[test]
    fn operations_are_used_or_skipped() {
        let lines = [
            "x5o/7/7/7/7/7/o5x o hmvc 3; fmvn 7; c0 \"a; b # c\"; id \"the first\"; # end",
            "x5o/7/7/7/7/7/o5x x 3 7; id the second",
            "x5o/7/7/7/7/7/o5x hmvc 0; c9 \"torn; id third;",
            "start ;D1 16 ;D2 256",
            "r-----b ------- ------- ------- ------- ------- b-----r b 4; bm a1-a2; ce -3;",
            "rrrrrrr/rrrrrrr/rrrrrrr/rrrrrrr/bbbbbbb/bbbbbbb/bbbbbbb r; id full",
            "x5o/7/7/7/7/7/o5x o fmvn 2147483648;",
            "x5o/7/7/7/7/7/o5x x 0 1; value win; id a",
            "x5o/7/7/7/7/7/o5x o value win; my_own 3 4; id \"b\"; x1;",
            "7/7/7/7/7/7/x5o o 2 5; rules uai; value loss; distance 4; Id c; id d # e",
            "start ; moves a7-b7",
            "start ; c",
            "start;",
            "start # id no",
            "  # x",
            "",
        ];
        insta::assert_snapshot!(lines.map(read).join("\n"), @r#"
        x5o/7/7/7/7/7/o5x o 3 7 id "the first"
        x5o/7/7/7/7/7/o5x x 3 7 id "the second"
        x5o/7/7/7/7/7/o5x x 0 1 id "third"
        x5o/7/7/7/7/7/o5x x 0 1 id "-"
        x5o/7/7/7/7/7/o5x o 4 1 id "-"
        xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x 0 1 id "full"
        x5o/7/7/7/7/7/o5x o 0 2147483648 id "-"
        x5o/7/7/7/7/7/o5x x 0 1 id "a"
        x5o/7/7/7/7/7/o5x o 0 1 id "b"
        7/7/7/7/7/7/x5o o 2 5 id "d"
        x5o/7/7/7/7/7/o5x x 0 1 id "-"
        x5o/7/7/7/7/7/o5x x 0 1 id "-"
        x5o/7/7/7/7/7/o5x x 0 1 id "-"
        x5o/7/7/7/7/7/o5x x 0 1 id "-"
        nothing
        nothing
        "#);
    }

    #[test]
    fn invalid_lines() {
        let lines = [
            "start ; id",
            "start ; a-b c",
            "start ; 5 plies",
            "start ; \"quoted\"",
            "start ; hmcv 3",
            "start ; fmnv 3",
            "x5o/7/7/7/7/7/o5x x hmvc many;",
            "start ; fmvn 0",
            "start ; fmvn 2147483649",
            "start ; hmvc 65536",
            "x5o/7/7/7/7/7/o5x y; id \"x\"",
            "; id x",
            "x5o/7/7/7/7/7/o5x x moves a7-b7",
            "x5o/7/7/7/7/7/o5x moves a7-b7;",
        ];
        insta::assert_snapshot!(lines.map(read).join("\n"), @r#"
        " id": `id` without a name
        " a-b c": expected an operation such as `id`, found `a-b`
        " 5 plies": expected an operation such as `id`, found `5`
        " \"quoted\"": expected an operation such as `id`, found `"quoted"`
        " hmcv 3": unknown operation `hmcv`
        " fmnv 3": unknown operation `fmnv`
        "hmvc many": expected the count of consecutive jumps, found `many`
        " fmvn 0": expected the turn number, found `0`
        " fmvn 2147483649": expected the turn number, found `2147483649`
        " hmvc 65536": expected the count of consecutive jumps, found `65536`
        "y": expected the side to move, `x` or `o`, found `y`
        "": expected a position: a FEN, a dump, Reloaded rows or `start`
        "moves": expected the count of consecutive jumps, found `moves`
        "moves": expected the side to move, `x` or `o`, found `moves`
        "#);
    }
}
