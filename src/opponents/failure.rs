//! Why a program under control did not do what was asked.

use super::program::NotStarted;
use thiserror::Error;

/// Why a program under control did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// What was asked, and what the program did instead.
    pub message: String,
    /// The last lines that the program wrote to stderr, where they may say more.
    pub last_words: Option<String>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// There is no such program, or it cannot be run.
    NotStarted,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer within the time limit; an engine at this stage.
    Timeout(Option<Stage>),
    /// It answered with a legal move, but after its time.
    Late,
    /// It answered with an illegal move.
    IllegalMove,
    /// It answered with something that is not a move.
    Unreadable,
    /// It wrote more than is read.
    Flood,
    /// It does not read its input.
    Deaf,
    /// Cancellation was requested.
    Interrupted,
}

/// What an engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Failure {
    /// A failure of this kind, without anything from stderr.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            last_words: None,
        }
    }

    /// A name of the kind that stays the same, for tables.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            FailureKind::NotStarted => "not started",
            FailureKind::Crash => "crash",
            FailureKind::Timeout(Some(Stage::Start)) => "hang at start",
            FailureKind::Timeout(Some(Stage::Ready)) => "hang at isready",
            FailureKind::Timeout(Some(Stage::Move | Stage::Stop)) => "hang at a move",
            FailureKind::Timeout(Some(Stage::Perft)) => "hang at a perft",
            FailureKind::Timeout(Some(Stage::Quit)) => "hang at quit",
            FailureKind::Timeout(None) => "hang",
            FailureKind::Late => "late move",
            FailureKind::IllegalMove => "illegal move",
            FailureKind::Unreadable => "unreadable move",
            FailureKind::Flood => "flood",
            FailureKind::Deaf => "deaf",
            FailureKind::Interrupted => "interrupted",
        }
    }
}

impl From<NotStarted> for Failure {
    fn from(error: NotStarted) -> Self {
        let message = format!("the engine could not be started ({error})");
        Self::new(FailureKind::NotStarted, message)
    }
}
