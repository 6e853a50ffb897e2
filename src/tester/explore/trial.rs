//! A session that a program and our own session carry out side by side.

use crate::board::{Color, Outcome, Position};
use crate::opponents::subject::{Subject, Trouble, difference, result_in_words};
use crate::opponents::within;
use crate::session::{Executor, Session, State};
use std::fmt;
use std::time::Duration;

/// The first line after which a program differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, counted from 0.
    pub line: usize,
    /// What differs.
    pub deviation: Deviation,
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
    /// It announces a wrong result, or none, or one that there is not.
    Result {
        /// By the rules; `None` while the game goes on.
        expected: Option<Outcome>,
        /// The position by the rules.
        position: Position,
        /// What it has announced: the winner, or nobody.
        announced: Option<Option<Color>>,
    },
    /// It does not answer in time; what was waited for.
    Timeout(String),
    /// It ends, or closes its output.
    Crash(String),
    /// It says something that cannot be understood.
    Unreadable(String),
}

impl Deviation {
    /// Whether both are of one kind, with results that differ in the same way.
    pub(super) fn is_like(&self, other: &Self) -> bool {
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
            ) => right.is_some() == expected.is_some() && said.is_some() == announced.is_some(),
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
                announced,
            } => {
                match announced {
                    None => f.write_str("no result is announced")?,
                    Some(winner) => write!(f, "{} is announced", result_in_words(*winner))?,
                }
                f.write_str("; by the rules ")?;
                match expected {
                    None => f.write_str("the game goes on"),
                    Some(outcome) => {
                        let (right, reason) = (
                            result_in_words(outcome.winner),
                            outcome.reason(position.jumps(), position.turn()),
                        );
                        write!(f, "it is {right}: {reason}")
                    }
                }
            }
            Self::Timeout(what) => write!(f, "no answer in time: {what}"),
            Self::Crash(what) | Self::Unreadable(what) => f.write_str(what),
        }
    }
}

/// Carries out a line. A line that is refused changes nothing.
pub fn carry_out(session: &mut Session, line: &str) {
    if let Ok(Some(parsed)) = Executor::parse(session, line) {
        let _ = session.execute(&parsed.command);
    }
}

/// Sends the lines to a program, carries them out in `model`, and compares both after each.
/// Both must begin alike, and no AI may be to move.
///
/// # Errors
///
/// Troubles that say nothing about the program: it was not started, or we were interrupted.
pub fn first_difference(
    subject: &mut dyn Subject,
    model: &mut Session,
    lines: &[String],
    patience: Duration,
) -> Result<Option<Difference>, Trouble> {
    for (line, text) in lines.iter().enumerate() {
        carry_out(model, text);
        let deviation = match deviation_after(subject, model, text, patience) {
            Ok(None) => continue,
            Ok(Some(deviation)) => deviation,
            Err(Trouble::TimeOut(what)) => Deviation::Timeout(what),
            Err(Trouble::Crash(what)) => Deviation::Crash(what),
            Err(Trouble::Wrong(what) | Trouble::Refused(what)) => Deviation::Unreadable(what),
            Err(trouble) => return Err(trouble),
        };
        return Ok(Some(Difference { line, deviation }));
    }
    Ok(None)
}

fn deviation_after(
    subject: &mut dyn Subject,
    model: &Session,
    text: &str,
    patience: Duration,
) -> Result<Option<Deviation>, Trouble> {
    let deadline = within(patience);
    subject.send(text, deadline)?;
    let seen = subject.look(deadline)?.position;
    let announced = subject.announced(deadline)?;
    let announced = announced.map(|announced| announced.winner);
    Ok(deviation_from(model, &seen, announced))
}

/// What differs between a program and a session that follows the rules; `None` for nothing. Of
/// what was seen only the board counts.
pub fn deviation_from(
    model: &Session,
    seen: &Position,
    announced: Option<Option<Color>>,
) -> Option<Deviation> {
    let position = *model.position();
    let actual = seen
        .with_turn(position.turn())
        .with_jumps(position.jumps())
        .with_plies(position.plies());
    if actual != position {
        let expected = position;
        return Some(Deviation::Board { expected, actual });
    }
    let outcome = model.game().outcome();
    let expected = outcome.filter(|_| model.state() == State::Finished);
    let differs = announced != expected.map(|outcome| outcome.winner);
    differs.then_some(Deviation::Result {
        expected,
        position,
        announced,
    })
}
