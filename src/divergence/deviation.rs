//! What a program does that the rules do not have.

use crate::opponents::subject::{difference, result_in_words};
use crate::opponents::{Failure, FailureKind, SHOWN};
use ataxx_core::board::{Color, Outcome, Position};
use ataxx_core::diagnostic::text::shortened;
use std::fmt;

/// The first line after which a program differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, counted from 0.
    pub line: usize,
    /// What differs.
    pub deviation: Deviation,
}

impl Difference {
    /// Whether it shows after the last of these lines, in the same way as the other.
    pub fn ends_like(&self, other: &Self, lines: &[String]) -> bool {
        self.line + 1 == lines.len() && self.deviation.is_like(&other.deviation)
    }

    /// Whether another session differs in the same way on the same lines. Where AIs move, the
    /// boards may be others.
    pub fn agrees_with(&self, other: &Self, lines: &[String]) -> bool {
        use Deviation::{Board, Result};
        let has_ai = lines
            .iter()
            .any(|line| line.starts_with("auto") || line.starts_with("start"));
        match (&self.deviation, &other.deviation) {
            _ if self.line != other.line => false,
            (Board { .. }, Board { .. }) | (Result { .. }, Result { .. }) if !has_ai => {
                self.deviation == other.deviation
            }
            (one, other) => one.is_like(other),
        }
    }
}

/// What a program does that the rules do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Its board is not the right one.
    Board {
        /// The position by the rules.
        expected: Position,
        /// Its board, with the side to move and the count of the rules.
        actual: Position,
    },
    /// After the line it announces other results than that of the rules.
    Result {
        /// The result that is to be announced after this line.
        expected: Option<Outcome>,
        /// The position by the rules.
        position: Position,
        /// Whether the game is over by the rules.
        is_over: bool,
        /// The winners of the results that it announced, in order; `None` for a draw.
        announced: Vec<Option<Color>>,
    },
    /// Its AI makes an illegal move: the move and the reason.
    IllegalMove(String),
    /// Its AI could win at once, and no longer wins by force: its move, and one that wins.
    MissedWin(String, String),
    /// Its AI announces no move when it is its turn.
    NoMove(Color),
    /// It writes nothing, where the document requires some output.
    NoAnswer,
    /// It writes nothing after a line that is to be refused.
    Untold,
    /// It writes this line, which has a word that the document keeps for announcements.
    ReservedWord(String),
    /// It does not answer in time; what was waited for.
    Timeout(String),
    /// It ends, or closes its output.
    Crash(String),
    /// It says something that cannot be understood.
    Unreadable(String),
}

impl Deviation {
    /// The deviation of a program that has not answered as it should; a failure that is not due to
    /// the program is returned.
    pub fn from_failure(failure: Failure) -> Result<Self, Failure> {
        let what = failure.message;
        match failure.kind {
            FailureKind::Timeout(_) | FailureKind::Late => Ok(Self::Timeout(what)),
            FailureKind::Crash | FailureKind::Deaf | FailureKind::Refused => Ok(Self::Crash(what)),
            FailureKind::IllegalMove | FailureKind::BadAnswer | FailureKind::Flood => {
                Ok(Self::Unreadable(what))
            }
            FailureKind::NotStarted
            | FailureKind::Left
            | FailureKind::Unsupported
            | FailureKind::Interrupted => Err(Failure {
                message: what,
                ..failure
            }),
        }
    }

    /// Whether it may come from a program that was not started.
    pub const fn may_be_no_start(&self) -> bool {
        matches!(
            self,
            Self::Timeout(_) | Self::Crash(_) | Self::Unreadable(_)
        )
    }

    /// Whether the program does not go on with the session.
    pub const fn stops_the_program(&self) -> bool {
        self.may_be_no_start() || matches!(self, Self::NoMove(_))
    }

    /// Whether it may be due to a machine that was busy once.
    pub const fn may_be_late(&self) -> bool {
        matches!(self, Self::Timeout(_) | Self::NoMove(_))
    }

    /// Whether it is wrong even if it does not come again, as with an AI that chooses by chance,
    /// or a program that ends now and then.
    pub const fn is_certain(&self) -> bool {
        matches!(
            self,
            Self::IllegalMove(_) | Self::MissedWin(..) | Self::Crash(_)
        )
    }

    /// Whether both are of one kind, with results that differ in the same way.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Result {
                    expected: right,
                    announced: said,
                    ..
                },
                Self::Result {
                    expected,
                    announced,
                    ..
                },
            ) => right.is_some() == expected.is_some() && said.len() == announced.len(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { expected, actual } => {
                let difference = difference(expected, actual).unwrap_or_default();
                write!(f, "the board is wrong: {difference}")
            }
            Self::Result {
                expected,
                position,
                is_over,
                announced,
            } => {
                match announced[..] {
                    [] => f.write_str("no result is announced")?,
                    [winner] => write!(f, "{} is announced", result_in_words(winner))?,
                    _ => f.write_str("several results are announced")?,
                }
                f.write_str("; by the rules ")?;
                match expected {
                    None if *is_over => f.write_str("none is to be announced now"),
                    None => f.write_str("the game goes on"),
                    Some(outcome) => {
                        let reason = outcome.reason(position.jumps(), position.turn());
                        write!(f, "it is {}: {reason}", result_in_words(outcome.winner))
                    }
                }
            }
            Self::IllegalMove(what) => write!(f, "its AI makes an illegal move: {what}"),
            Self::MissedWin(made, win) => {
                write!(f, "its AI makes the move {made}; {win} wins at once")
            }
            Self::NoMove(color) => write!(f, "it is {color}'s turn, and its AI makes no move"),
            Self::NoAnswer => f.write_str("it writes nothing"),
            Self::Untold => f.write_str("it does not say that this is an error"),
            Self::ReservedWord(line) => {
                let line = shortened(line, SHOWN);
                write!(
                    f,
                    "it writes `{line}`, with a word that only announcements may have"
                )
            }
            Self::Timeout(what) => write!(f, "no answer in time: {what}"),
            Self::Crash(what) | Self::Unreadable(what) => f.write_str(what),
        }
    }
}
