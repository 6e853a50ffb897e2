//! What an engine does wrong.

use crate::board::{IllegalMove, Move};
use crate::opponents::{Ended, NotStarted};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// What an engine does wrong, or why it does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// There is no such program, or it cannot be run.
    #[error("the engine could not be started ({because})")]
    NotStarted {
        /// What stands in the way.
        because: String,
    },
    /// It ended, or closed its output, while something was wanted of it.
    #[error("{scene}")]
    Crashed {
        /// How it ended; `None` when it goes on with its output closed.
        how: Option<Ended>,
        /// When.
        scene: Scene,
    },
    /// It did not answer in time.
    #[error("{scene}")]
    Hung {
        /// How long it was waited for.
        waited: Duration,
        /// When.
        scene: Scene,
    },
    /// It answered with a move, but after its time.
    #[error("`{}` came after {:.3} s, and {:.3} s were allowed", mv, took.as_secs_f64(), allowed.as_secs_f64())]
    Late {
        /// The move, which is legal.
        mv: Move,
        /// How long it took.
        took: Duration,
        /// How long it was allowed to take.
        allowed: Duration,
    },
    /// It named a move that cannot be made.
    #[error("`{name}` is no legal move: {because}")]
    IllegalMove {
        /// As it named it.
        name: String,
        /// The move.
        mv: Move,
        /// What is wrong with it.
        because: IllegalMove,
    },
    /// It named something that is no move.
    #[error("`{line}` names no move: {because}")]
    Unreadable {
        /// The line, shortened.
        line: String,
        /// What is wrong with it.
        because: String,
    },
    /// It said more than anybody would read.
    #[error("{scene}")]
    Flooded {
        /// How many bytes were read.
        limit: usize,
        /// When.
        scene: Scene,
    },
    /// It does not read what it is told.
    #[error("{scene}")]
    Deaf {
        /// When.
        scene: Scene,
    },
    /// We were told to stop.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// What a shell says by ending like this.
    pub(super) fn not_found(how: Option<Ended>) -> Self {
        let because = match how {
            Some(how) => how.to_string(),
            None => "there is no such program".to_owned(),
        };
        Self::NotStarted { because }
    }
}

impl From<NotStarted> for Failure {
    fn from(error: NotStarted) -> Self {
        Self::NotStarted {
            because: error.to_string(),
        }
    }
}

/// When something went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What was wanted of the engine.
    pub stage: Stage,
    /// What was wanted, and what it did instead, in words.
    pub(super) what: String,
    /// The last line that it has said, shortened; `None` when it has said nothing.
    pub last_line: Option<String>,
    /// The end of what it has written to stderr, a few lines at most.
    pub last_words: String,
}

/// What was wanted of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// That it ends.
    Quit,
    /// That it reads this line.
    Listen(String),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("waited for `uaiok` in answer to `uai`"),
            Self::Ready => f.write_str("waited for `readyok` in answer to `isready`"),
            Self::Move => f.write_str("waited for `bestmove`"),
            Self::Stop => f.write_str("waited for `bestmove` after `stop`"),
            Self::Perft => f.write_str("waited for the count of a perft"),
            Self::Quit => f.write_str("waited for the engine to end after `quit`"),
            Self::Listen(line) => write!(f, "could not say `{line}`"),
        }
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; ", self.what)?;
        match &self.last_line {
            Some(line) => write!(f, "the last it said was `{line}`"),
            None => f.write_str("it has said nothing"),
        }
    }
}

impl Failure {
    /// What it is, in a word or two that stay the same: for tables.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotStarted { .. } => "not started",
            Self::Crashed { .. } => "crash",
            Self::Hung { scene, .. } => match scene.stage {
                Stage::Start => "hang at start",
                Stage::Ready => "hang at isready",
                Stage::Move | Stage::Stop => "hang at a move",
                Stage::Perft => "hang at a perft",
                Stage::Quit => "hang at quit",
                Stage::Listen(_) => "hang",
            },
            Self::Late { .. } => "late move",
            Self::IllegalMove { .. } => "illegal move",
            Self::Unreadable { .. } => "unreadable move",
            Self::Flooded { .. } => "flood",
            Self::Deaf { .. } => "deaf",
            Self::Interrupted => "interrupted",
        }
    }

    /// The end of what the engine has written to stderr, where that may tell more.
    #[must_use]
    pub fn last_words(&self) -> Option<&str> {
        self.scene()
            .map(|scene| scene.last_words.as_str())
            .filter(|words| !words.is_empty())
    }

    /// When it went wrong, where that says something.
    #[must_use]
    pub const fn scene(&self) -> Option<&Scene> {
        match self {
            Self::Crashed { scene, .. }
            | Self::Hung { scene, .. }
            | Self::Flooded { scene, .. }
            | Self::Deaf { scene } => Some(scene),
            _ => None,
        }
    }

    /// Whether nothing more can be asked of the engine.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        !matches!(
            self,
            Self::Late { .. } | Self::IllegalMove { .. } | Self::Unreadable { .. }
        )
    }
}
