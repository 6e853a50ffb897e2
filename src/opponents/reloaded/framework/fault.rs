//! What an agent does wrong.

use std::fmt;

/// What an agent has done wrong when it was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What it did, and what is wrong with that.
    pub what: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// An answer that is no legal move, or no move at all.
    Illegal,
    /// No answer in time; the agent was killed.
    Late,
    /// The agent ended, or closed its output, without an answer.
    Crash,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Illegal, Self::Late, Self::Crash];

    /// The name in JSON and in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Crash => "crash",
        }
    }
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
        }
    }
}

impl fmt::Display for FaultKind {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            FaultKind::Illegal => "illegal move",
            FaultKind::Late => "late",
            FaultKind::Crash => "crash",
        };
        write!(f, "{kind}: {}", self.what)
    }
}
