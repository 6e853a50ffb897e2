//! What an engine or agent is asked about a position, and what is wrong with its answer.

use crate::opponents::subject::{Order, Subject, SubjectError};
use crate::opponents::uai::client::Go;
use crate::tester::explore::Patience;
use ataxx_core::board::{Game, perft};
use std::fmt;
use std::time::Duration;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A move, in the agent's own time.
    Move,
    /// A move by this `go`.
    Go(Go),
    /// A move after `go infinite` and `stop`.
    Stop,
    /// The number of leaves at this depth.
    Perft(u8),
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The move is illegal: the move and the reason.
    Illegal(String),
    /// Another number of leaves.
    Count {
        /// By the rules.
        expected: u64,
        /// As the engine counts.
        actual: u64,
    },
    /// It is not ready for a new game; why.
    NotReady(String),
    /// No answer in time; what was waited for.
    Late(String),
    /// It ends, or does not read its input.
    Crash(String),
    /// It says something that cannot be understood.
    Unreadable(String),
}

/// The time between `go infinite` and `stop`.
pub const STOP_AFTER: Duration = Duration::from_millis(30);

impl Wrong {
    /// Whether it may come from a program that was not started.
    pub(super) const fn may_be_no_start(&self) -> bool {
        !self.is_certain()
    }

    /// Whether it is wrong even if it does not come again, as with an engine that chooses by
    /// chance.
    pub(super) const fn is_certain(&self) -> bool {
        matches!(self, Self::Illegal(_) | Self::Count { .. })
    }
}

impl Question {
    /// Asks about the game, and returns what is wrong with the answer. What the program does
    /// not support is right.
    pub(super) fn ask(
        self,
        subject: &mut dyn Subject,
        game: &Game,
        patience: Patience,
    ) -> Result<Option<Wrong>, SubjectError> {
        match self.answered(subject, game, patience) {
            Err(SubjectError::Unsupported(_)) => Ok(None),
            Err(_) | Ok(Some(Wrong::NotReady(_))) if patience.is_over() => {
                Err(SubjectError::Interrupted)
            }
            Err(SubjectError::TimeOut(what)) => Ok(Some(Wrong::Late(what))),
            Err(SubjectError::Crash(what) | SubjectError::Refused(what)) => {
                Ok(Some(Wrong::Crash(what)))
            }
            Err(SubjectError::Wrong(what)) => Ok(Some(Wrong::Unreadable(what))),
            answer => answer,
        }
    }

    fn answered(
        self,
        subject: &mut dyn Subject,
        game: &Game,
        patience: Patience,
    ) -> Result<Option<Wrong>, SubjectError> {
        match subject.set_game(game, patience.deadline(patience.start)) {
            Ok(()) => {}
            Err(
                SubjectError::TimeOut(why) | SubjectError::Crash(why) | SubjectError::Wrong(why),
            ) => {
                return Ok(Some(Wrong::NotReady(why)));
            }
            Err(trouble) => return Err(trouble),
        }
        let deadline = patience.deadline(patience.answer);
        let stop_after = Some(STOP_AFTER);
        let (go, stop_after) = match self {
            Self::Move => (None, None),
            Self::Go(go) => (Some(go), None),
            Self::Stop => (Some(Go::infinite()), stop_after),
            Self::Perft(depth) => {
                let expected = leaves(game, depth);
                let actual = subject.perft(depth, deadline)?.unwrap_or(expected);
                return Ok((actual != expected).then_some(Wrong::Count { expected, actual }));
            }
        };
        if let Some(go) = go {
            subject.order(Order { go, stop_after })?;
        }
        let made = subject.ai_move(deadline)?;
        Ok(made.illegal.map(Wrong::Illegal))
    }

    /// The step of a scenario that asks it.
    pub fn step(self, game: &Game) -> String {
        match self {
            Self::Move => "ai-move: {}".to_owned(),
            Self::Go(go) => {
                let orders = go.to_string();
                let orders = orders.trim_start_matches("go ");
                format!("ai-move: {{ go: {orders} }}")
            }
            Self::Stop => format!(
                "ai-move: {{ go: infinite, stop-after: {}ms }}",
                STOP_AFTER.as_millis()
            ),
            Self::Perft(depth) => {
                let nodes = leaves(game, depth);
                format!("perft: {{ depth: {depth}, nodes: {nodes} }}")
            }
        }
    }
}

impl Wrong {
    /// Whether both are of one kind.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => f.write_str("a request for a move"),
            Self::Go(go) => write!(f, "`{go}`"),
            Self::Stop => f.write_str("`go infinite` and `stop`"),
            Self::Perft(depth) => write!(f, "`perft {depth}`"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(what) => write!(f, "an illegal move: {what}"),
            Self::Count { expected, actual } => {
                write!(
                    f,
                    "it counts {actual} leaves; by the rules there are {expected}"
                )
            }
            Self::Late(what) => write!(f, "no answer in time: {what}"),
            Self::NotReady(what) | Self::Crash(what) | Self::Unreadable(what) => f.write_str(what),
        }
    }
}

/// The number of leaves by the rules.
fn leaves(game: &Game, depth: u8) -> u64 {
    let counting = perft::Counting::ByDestination;
    perft::plain(game.position(), depth.into(), game.rules(), counting)
}
