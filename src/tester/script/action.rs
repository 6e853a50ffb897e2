//! The actions of scripts in both formats.

use crate::tester::expression;
use ataxx_core::board::Color;
use fancy_regex::Regex;
use std::time::Duration;

/// What a line of a script does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Sends this line to the program.
    Send(String),
    /// Sets the time limits from here on.
    TimeLimit {
        /// For each answer.
        each: Option<Duration>,
        /// For a game (2022) or the whole test (2016).
        total: Option<Duration>,
    },
    /// Reads a line that equals this one but for the length of its blanks.
    Line(String),
    /// Reads a line that matches.
    Matches(Pattern),
    /// Reads the move of an AI, and hands it to the other program.
    AiMove,
    /// Reads a result, and records it.
    Result,
    /// Reads moves of AIs up to a result.
    Game { first: Option<Color>, end: GameEnd },
    /// Plays against the other program up to a result.
    Exchange {
        opening: Opening,
        first: Option<Color>,
        end: GameEnd,
    },
}

/// What is done with the result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// It may be any, and may be recorded.
    Any { record: bool },
    /// It must match.
    Matching(Pattern),
}

/// Which program makes the first move of a game between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// This one.
    Ours,
    /// The other.
    Theirs,
}

impl Action {
    /// Whether it waits for moves of an AI.
    pub const fn waits_for_ai(&self) -> bool {
        matches!(
            self,
            Self::AiMove | Self::Game { .. } | Self::Exchange { .. }
        )
    }

    /// Whether it sends a line that programs ignore: a comment or a blank line.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Send(line) => {
                let line = line.trim_start();
                line.is_empty() || line.starts_with('#')
            }
            _ => false,
        }
    }
}

/// A regular expression that must match at the start of a line.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    text: String,
    regex: Regex,
}

impl Pattern {
    /// A pattern with this regular expression.
    pub fn new(text: &str) -> Result<Self, String> {
        Ok(Self {
            text: text.to_owned(),
            regex: expression::compile_like_python(&format!("^(?:{text})"))?,
        })
    }

    /// The regular expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the line matches at its start, which takes a limited number of steps.
    pub fn matches(&self, line: &str) -> bool {
        self.within_limit(line) == Some(true)
    }

    /// Whether the line matches at its start; `None` if that takes too many steps.
    pub fn within_limit(&self, line: &str) -> Option<bool> {
        self.regex.is_match(line).ok()
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}
