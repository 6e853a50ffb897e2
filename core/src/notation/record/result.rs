//! How a recorded game ended.

use crate::board::{Color, Outcome};
use crate::diagnostic::syntax::{Fault, Parsed};
use nom::Parser;
use nom::bytes::complete::take_till;
use std::fmt;

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
    /// The result that is written like this.
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
