//! What went wrong with a program or with a player.

use super::peer::Ended;
use std::io;
use thiserror::Error;

/// What went wrong with a program under control or under test, or with a player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: FailureKind,
    /// What was asked, and what the program did instead, or why it was not asked.
    pub message: String,
    /// The last lines that the program wrote to stderr, where they may say more.
    pub stderr_end: Option<String>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// There is no such program, or it cannot be run.
    NotStarted,
    /// The wrapper that should start it, or this process, has not done so: it is not the program's
    /// fault.
    WrapperFailed,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer within the time limit; an engine at this stage.
    Timeout(Option<Stage>),
    /// It answered with a legal move, but after its time.
    Late,
    /// It answered with an illegal move.
    IllegalMove,
    /// It answered with something else that is wrong: not a move, or another board than it was
    /// given.
    BadAnswer,
    /// It wrote more than is read.
    Flood,
    /// It does not read its input.
    NotReading,
    /// The person has left the game.
    Left,
    /// It does not support what it was asked for. Nothing is wrong.
    Unsupported,
    /// The request makes no sense in this state.
    Refused,
    /// Cancellation was requested.
    Interrupted,
}

/// What an engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// `uaiok`.
    Start,
    /// `readyok`.
    Ready,
    /// A move.
    Move,
    /// A move after `stop`.
    Stop,
    /// The count of a perft.
    Perft,
    /// To end.
    Quit,
}

impl Stage {
    /// What is waited for.
    pub(super) const fn awaited(self) -> &'static str {
        match self {
            Self::Start => "for `uaiok` in answer to `uai`",
            Self::Ready => "for `readyok` in answer to `isready`",
            Self::Move => "for `bestmove`",
            Self::Stop => "for `bestmove` after `stop`",
            Self::Perft => "for the count of a perft",
            Self::Quit => "for the engine to end after `quit`",
        }
    }
}

impl FailureKind {
    /// One kind for each name in results.
    pub const FORFEITS: [Self; 4] = [
        Self::IllegalMove,
        Self::Late,
        Self::Crash,
        Self::Timeout(None),
    ];

    /// Whether it is the player's fault, and costs a move or the game. Otherwise the game cannot
    /// go on.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::NotStarted
                | Self::WrapperFailed
                | Self::Left
                | Self::Unsupported
                | Self::Interrupted
        )
    }

    /// Whether it answered, but with something that is no legal move.
    pub const fn is_illegal_answer(self) -> bool {
        matches!(self, Self::IllegalMove | Self::BadAnswer | Self::Flood)
    }

    /// Whether the program was not started at all.
    pub const fn is_failed_start(self) -> bool {
        matches!(self, Self::NotStarted | Self::WrapperFailed)
    }

    /// The name of a fault in the results of games. Too much output counts as a stall.
    pub const fn in_results(self) -> &'static str {
        match self {
            Self::IllegalMove | Self::BadAnswer | Self::Refused => "illegal move",
            Self::Late => "time",
            Self::Crash => "crash",
            _ => "stall",
        }
    }

    /// Whether there was no usable answer, so that the last lines of the dialogue are of interest.
    pub const fn is_without_answer(self) -> bool {
        matches!(
            self,
            Self::Crash | Self::Timeout(_) | Self::NotReading | Self::Flood
        )
    }
}

impl Failure {
    /// A failure of this kind, without anything from stderr.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            stderr_end: None,
        }
    }

    /// What comes before the reason in the message that a program could not be started.
    pub const NOT_STARTED: &str = "could not be started: ";

    /// The program with this command line cannot be started, because of this error. If this
    /// process lacks memory or the like, that is no failure of the program.
    pub fn of_start(command: &str, error: &io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::OutOfMemory => FailureKind::WrapperFailed,
            _ => FailureKind::NotStarted,
        };
        Self {
            kind,
            ..Self::not_started(command, error)
        }
    }

    /// The program with this command line cannot be started, for this reason.
    pub fn not_started(command: &str, reason: impl std::fmt::Display) -> Self {
        let message = format!("`{command}` {}{reason}", Self::NOT_STARTED);
        Self::new(FailureKind::NotStarted, message)
    }

    /// The wrapper has not started a program, which messages call `name`. It may have ended.
    pub fn of_wrapper(wrapper: &str, name: &str, how: Option<Ended>) -> Self {
        let how = how.map_or_else(
            || "has not started it".to_owned(),
            |how| format!("ended with {} before it started it", how.in_words()),
        );
        let message = format!("{name} {}the wrapper `{wrapper}` {how}", Self::NOT_STARTED);
        Self::new(FailureKind::WrapperFailed, message)
    }

    /// Cancellation was requested.
    pub fn interrupted() -> Self {
        Self::new(FailureKind::Interrupted, "interrupted")
    }

    /// It does not support what it was asked for, for this reason.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::new(FailureKind::Unsupported, reason)
    }

    /// The request makes no sense, for this reason.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::new(FailureKind::Refused, reason)
    }

    /// It answered with something that is wrong.
    pub fn bad_answer(message: impl Into<String>) -> Self {
        Self::new(FailureKind::BadAnswer, message)
    }

    /// No answer came before the deadline.
    pub fn timeout(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Timeout(None), message)
    }

    /// Whether no answer came before the deadline.
    pub const fn is_timeout(&self) -> bool {
        matches!(self.kind, FailureKind::Timeout(_))
    }

    /// The message, and below it what the program wrote to stderr, under this title.
    pub fn with_stderr(&self, title: &str) -> String {
        match self.stderr_end.as_deref().map(str::trim_end) {
            None | Some("") => self.message.clone(),
            Some(words) => format!("{self}; {title}:\n{words}"),
        }
    }

    /// The same with a remark that is known about it.
    pub fn with_remark(mut self, remark: Option<String>) -> Self {
        if let Some(remark) = remark {
            self.message = format!("{}; {remark}", self.message);
        }
        self
    }

    /// A name of the kind that stays the same, for tables.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            FailureKind::NotStarted | FailureKind::WrapperFailed => "not started",
            FailureKind::Crash => "crash",
            FailureKind::Timeout(Some(Stage::Start)) => "hang at start",
            FailureKind::Timeout(Some(Stage::Ready)) => "hang at isready",
            FailureKind::Timeout(Some(Stage::Move | Stage::Stop)) => "hang at a move",
            FailureKind::Timeout(Some(Stage::Perft)) => "hang at a perft",
            FailureKind::Timeout(Some(Stage::Quit)) => "hang at quit",
            FailureKind::Timeout(None) => "hang",
            FailureKind::Late => "late move",
            FailureKind::IllegalMove => "illegal move",
            FailureKind::BadAnswer => "unreadable move",
            FailureKind::Flood => "flood",
            FailureKind::NotReading => "deaf",
            FailureKind::Left => "left",
            FailureKind::Unsupported => "unsupported",
            FailureKind::Refused => "refused",
            FailureKind::Interrupted => "interrupted",
        }
    }
}
