//! How a program differs from the rules, and the rule that it breaks.

use ataxx_core::board::{Cell, Color, Game, Move, Outcome, Position, Square};
use ataxx_core::diagnostic::text::shortened;
use ataxx_opponents::{Failure, FailureKind};
use ataxx_session::oracle::{Note, NoteKind, SHOWN, difference, result_in_words};
use ataxx_session::{Command, Session, parse};
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
    /// Whether it comes after the last of these lines, and is of the kind of the other.
    pub fn ends_like(&self, other: &Self, lines: &[String]) -> bool {
        self.line + 1 == lines.len() && self.deviation.is_same_kind(&other.deviation)
    }
}

/// How a program differs from the rules.
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
    NoErrorMessage,
    /// It answers an empty line or a comment with this error.
    NeedlessError(String),
    /// It writes this line, which has a word that the document keeps for announcements.
    ReservedWord(String),
    /// It does not answer in time; what was waited for.
    Timeout(String),
    /// It ends, or closes its output.
    Crash(String),
    /// It writes an announcement or a board that cannot be read.
    Unreadable(String),
}

impl Deviation {
    /// The deviation that a note of the oracle is about; `None` for a note about a line that was
    /// sent.
    pub fn of_note(note: Note) -> Option<Self> {
        Some(match note.kind {
            NoteKind::IllegalMove {
                color, mv, reason, ..
            } => Self::IllegalMove(format!("{color} {mv}: {reason}")),
            NoteKind::WrongResult {
                announced,
                by_rules,
                position,
            } => Self::Result {
                expected: by_rules,
                position,
                is_over: by_rules.is_some(),
                announced: vec![announced],
            },
            NoteKind::WrongBoard { expected, actual }
            | NoteKind::UnannouncedMove {
                before: expected,
                actual,
            } => Self::Board {
                expected,
                actual: shown_in(&expected, &actual?),
            },
            NoteKind::Malformed(what) => Self::Unreadable(what),
            NoteKind::Refused(_)
            | NoteKind::ForAi(_)
            | NoteKind::AfterEnd { .. }
            | NoteKind::NotLoaded(_)
            | NoteKind::ResultAgain { .. } => return None,
        })
    }

    /// These results are announced, and this one is expected, in a game that stands so by the
    /// rules.
    pub fn of_results(
        game: &Game,
        expected: Option<Outcome>,
        announced: Vec<Option<Color>>,
    ) -> Self {
        Self::Result {
            expected,
            position: *game.position(),
            is_over: game.outcome().is_some(),
            announced,
        }
    }

    /// The deviation of a program that has not answered as it should; a failure that is not due to
    /// the program is returned.
    pub fn from_failure(failure: Failure) -> Result<Self, Failure> {
        let what = failure.message;
        match failure.kind {
            FailureKind::Timeout(_) | FailureKind::Late => Ok(Self::Timeout(what)),
            FailureKind::Crash | FailureKind::NotReading | FailureKind::Refused => {
                Ok(Self::Crash(what))
            }
            FailureKind::IllegalMove | FailureKind::BadAnswer | FailureKind::Flood => {
                Ok(Self::Unreadable(what))
            }
            FailureKind::NotStarted
            | FailureKind::WrapperFailed
            | FailureKind::Left
            | FailureKind::Unsupported
            | FailureKind::Interrupted => Err(Failure {
                message: what,
                ..failure
            }),
        }
    }

    /// Whether it may come from a program that could not be started.
    pub const fn may_be_failed_start(&self) -> bool {
        matches!(
            self,
            Self::Timeout(_) | Self::Crash(_) | Self::Unreadable(_)
        )
    }

    /// Whether the program does not go on with the session.
    pub const fn stops_the_program(&self) -> bool {
        self.may_be_failed_start() || matches!(self, Self::NoMove(_))
    }

    /// Whether it may be due to a machine that was busy once.
    pub const fn may_be_late(&self) -> bool {
        matches!(self, Self::Timeout(_) | Self::NoMove(_))
    }

    /// Whether both are of one kind, with results that differ in the same way.
    pub fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Result {
                    expected: right,
                    announced: first,
                    ..
                },
                Self::Result {
                    expected,
                    announced,
                    ..
                },
            ) => right.is_some() == expected.is_some() && first.len() == announced.len(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// The board that was seen, where it is not that of the rules.
pub fn wrong_board(expected: &Position, seen: &Position) -> Option<Deviation> {
    let (expected, actual) = (*expected, shown_in(expected, seen));
    (actual != expected).then_some(Deviation::Board { expected, actual })
}

/// A board that was seen, with the side to move and the counts of a position.
fn shown_in(position: &Position, seen: &Position) -> Position {
    seen.with_turn(position.turn())
        .with_jumps(position.jumps())
        .with_plies(position.plies())
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
            Self::NoErrorMessage => f.write_str("it does not say that this is an error"),
            Self::NeedlessError(error) => {
                let error = shortened(error.lines().next().unwrap_or_default(), SHOWN);
                write!(f, "it says that this is an error: `{error}`")
            }
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

/// The rule that a program with a wrong board after a line breaks; `before` is
/// the session before the line. `None` where it is not clear.
pub fn broken_rule_of_board(before: &Session, line: &str, deviation: &Deviation) -> Option<String> {
    let Deviation::Board { expected, actual } = deviation else {
        return None;
    };
    let parsed = match parse(line, before.dialect()) {
        Ok(Some(parsed)) => parsed,
        Ok(None) => return Some("an empty line or a comment changes nothing".to_owned()),
        Err(error) => return Some(refused(&error.message)),
    };
    if let Err(refusal) = before.clone().execute(&parsed.command) {
        let error = refusal.diagnostic(&parsed.spans, before.dialect());
        return Some(refused(&error.message));
    }
    let position = before.position();
    if let Some(mv) = parsed.command.as_move() {
        // More than one ply: an AI has moved as well.
        let is_one_move = expected.plies() == position.plies() + 1;
        let mv = mv.on(position)?;
        return is_one_move.then(|| of_move(position, mv, expected, actual));
    }
    let text = match parsed.command {
        Command::Undo => "`undo` takes back the last move with everything that it flipped",
        Command::Block(_) => "a block is placed on its reflections, too",
        Command::New | Command::Clear => "the board is that of a new game",
        Command::Dump | Command::Help(_) | Command::Seed(_) => "this changes nothing on the board",
        _ => return None,
    };
    Some(text.to_owned())
}

fn refused(message: &str) -> String {
    format!("the line is refused by the rules ({message}), and changes nothing")
}

/// The rule about a legal move for the first square that differs.
fn of_move(before: &Position, mv: Move, expected: &Position, actual: &Position) -> String {
    let is_same = |square| actual.cell(square) == before.cell(square);
    if Square::all().all(is_same) {
        return "the move is legal, and the program has not made it".to_owned();
    }
    let (from, to) = match mv {
        Move::Pass => return "a pass changes nothing on the board".to_owned(),
        Move::Extend { to } => (None, to),
        Move::Jump { from, to } => (Some(from), to),
    };
    let differing = Square::all().find(|&square| expected.cell(square) != actual.cell(square));
    let text = match differing {
        Some(square) if square == to => "the move puts a piece there",
        Some(square) if Some(square) == from => "a jump takes its piece along",
        Some(square) if actual.cell(square) == Cell::Empty => {
            "an extend leaves its origin occupied"
        }
        Some(square) if expected.cell(square) != before.cell(square) => {
            "a move flips all pieces of the other side beside its destination"
        }
        _ => "a move flips only pieces of the other side beside its destination",
    };
    text.to_owned()
}
