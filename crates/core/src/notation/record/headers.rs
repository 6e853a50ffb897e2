//! The headers and the result of a game record, parser beside printer.

use crate::board::fen::fen;
use crate::board::{Color, Outcome, Position, Rules};
use crate::diagnostic::syntax::{Fault, Parsed, did_you_mean, digits, found, next_word};
use crate::diagnostic::text::is_unsafe;
use nom::Parser;
use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::{char, multispace0, space0};
use nom::sequence::terminated;
use std::fmt;
use std::num::NonZeroU64;

/// The headers of a game record. All are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Particulars {
    /// The number of the game in a match, counted from 1: `game: 12`.
    pub game: Option<u64>,
    /// The number of the opening in the match, counted from 1: `opening: 6`.
    pub opening: Option<u64>,
    /// The name of the red player: `red: NAME`.
    pub red: Option<Remark>,
    /// The name of the blue player: `blue: NAME`.
    pub blue: Option<Remark>,
    /// The time control: `time: 10+0.1`.
    pub time: Option<Remark>,
    /// Why the game ended, if not by the rules: `end: forfeit on time`.
    pub end: Option<Remark>,
    /// The moves that a fault cost a side, and why: `lost: turn 3, Red, …`.
    pub lost: Option<Remark>,
}

/// A text on one line, without blanks around it and without a `#`; never empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remark(String);

impl Remark {
    /// A text as a remark: characters that are not safe to show, line ends among them, become
    /// blanks, and a `#`, which would begin a comment, becomes `♯`. `None` if nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .map(|letter| match letter {
                '#' => '♯',
                // Scripts and emojis need the joiners.
                '\u{200c}' | '\u{200d}' => letter,
                letter if is_unsafe(letter) => ' ',
                letter => letter,
            })
            .collect();
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for Particulars {
    /// The header lines, each with its line end; `time`, `end` and `lost` come last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [("game", self.game), ("opening", self.opening)];
        for (key, number) in numbers {
            if let Some(number) = number {
                writeln!(f, "{key}: {number}")?;
            }
        }
        let texts = [
            ("red", &self.red),
            ("blue", &self.blue),
            ("time", &self.time),
            ("end", &self.end),
            ("lost", &self.lost),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                writeln!(f, "{key}: {text}")?;
            }
        }
        Ok(())
    }
}

/// The values of the header lines.
#[derive(Default)]
pub(super) struct Headers {
    pub rules: Option<Rules>,
    pub start: Option<Position>,
    pub particulars: Particulars,
}

/// The keys of header lines.
const KEYS: [&str; 9] = [
    "game", "opening", "red", "blue", "time", "end", "lost", "rules", "start",
];

pub(super) fn headers(input: &str) -> Parsed<'_, Headers> {
    let mut headers = Headers::default();
    let mut seen = Vec::new();
    let (mut rest, _) = multispace0(input)?;
    while let Ok((value, key)) = terminated(key, space0).parse(rest) {
        if !KEYS.contains(&key) {
            let message = format!(
                "expected a header ({}), found {}",
                KEYS.join(", "),
                found(rest)
            );
            let help = did_you_mean(key, KEYS);
            return Fault::word(rest, message).with_help(help).fail();
        }
        if seen.contains(&key) {
            return Fault::word(rest, format!("a second `{key}:`")).fail();
        }
        seen.push(key);
        (rest, ()) = headers.read(key, value)?;
        (rest, _) = space0(rest)?;
        if !rest.is_empty() && !rest.starts_with(['\r', '\n']) {
            let message = format!("expected the end of the line, found {}", found(rest));
            return Fault::word(rest, message).fail();
        }
        (rest, _) = multispace0(rest)?;
    }
    Ok((rest, headers))
}

impl Headers {
    /// Reads the value of a key.
    fn read<'a>(&mut self, key: &str, value: &'a str) -> Parsed<'a, ()> {
        let Particulars {
            game,
            opening,
            red,
            blue,
            time,
            end,
            lost,
        } = &mut self.particulars;
        let (rest, text) = match key {
            "rules" => {
                let name = next_word(value);
                let named: Result<Rules, _> = name.parse();
                let rules =
                    named.map_err(|error| nom::Err::Failure(Fault::inside(value, error)))?;
                self.rules = Some(rules);
                return Ok((&value[name.len()..], ()));
            }
            "start" => {
                let (rest, (position, _)) = fen(value)?;
                self.start = Some(position);
                return Ok((rest, ()));
            }
            "game" | "opening" => {
                let (rest, number) = counted(value)?;
                *if key == "game" { game } else { opening } = Some(number);
                return Ok((rest, ()));
            }
            "red" => (remark(value)?, red),
            "blue" => (remark(value)?, blue),
            "time" => (remark(value)?, time),
            "end" => (remark(value)?, end),
            _ => (remark(value)?, lost),
        };
        let (rest, remark) = rest;
        *text = Some(remark);
        Ok((rest, ()))
    }
}

/// A number that counts from 1.
fn counted(input: &str) -> Parsed<'_, u64> {
    let word = next_word(input);
    let Some(number) = digits::<NonZeroU64>(word) else {
        let message = format!("expected a number from 1, found {}", found(word));
        return Fault::word(input, message).fail();
    };
    Ok((&input[word.len()..], number.get()))
}

/// The rest of the line.
fn remark(input: &str) -> Parsed<'_, Remark> {
    let (rest, line) = take_till(|letter| letter == '\r' || letter == '\n').parse(input)?;
    match Remark::new(line) {
        Some(remark) => Ok((rest, remark)),
        None => Fault::new(input, 0, "expected a text, found the end of the line").fail(),
    }
}

/// The word before a colon.
pub(super) fn key(input: &str) -> Parsed<'_, &str> {
    terminated(take_while1(char::is_alphabetic), char(':')).parse(input)
}

/// How a recorded game ended: on the board, or otherwise, such as by resignation, on time or
/// by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side won: `1-0` for Red, `0-1` for Blue.
    Win(Color),
    /// A draw: `1/2-1/2`.
    Draw,
    /// The game was not played to an end: `*`.
    Unfinished,
}

impl From<Option<Outcome>> for GameResult {
    /// The result of a game that goes on (`None`) or has ended on the board.
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Unfinished,
            Some(outcome) => outcome.winner.map_or(Self::Draw, Self::Win),
        }
    }
}

impl GameResult {
    /// The result with this text.
    pub(in crate::notation) fn named(word: &str) -> Option<Self> {
        let known = [
            Self::Win(Color::Red),
            Self::Win(Color::Blue),
            Self::Draw,
            Self::Unfinished,
        ];
        known.into_iter().find(|result| result.to_string() == word)
    }
}

/// A result, up to the next blank.
pub(super) fn result(input: &str) -> Parsed<'_, GameResult> {
    let (rest, word) = take_till(char::is_whitespace).parse(input)?;
    match GameResult::named(word) {
        Some(result) => Ok((rest, result)),
        None => Fault::word(input, "expected a result").miss(),
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win(Color::Red) => "1-0",
            Self::Win(Color::Blue) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_fits_on_a_line() {
        let of = |text| Remark::new(text).map(|remark| remark.to_string());
        assert_eq!(
            of("  C# engine\r\nv2\u{1b}[1m "),
            Some("C♯ engine  v2 [1m".to_owned())
        );
        assert_eq!(of(" \t\n"), None);
        assert_eq!(
            of("a\u{202e}b\u{2028}c\u{2066}d\u{200d}e\u{feff}"),
            Some("a b c d\u{200d}e".to_owned())
        );
    }
}
